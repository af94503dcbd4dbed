import type { CSSProperties, ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { ProductPicture, type StoredPicture } from '#ui/picture.tsx'
import { Rule } from '#ui/rule.tsx'
import { StorageNote } from '#ui/storage-note.tsx'
import '#ui/fade.css'

/** The garment pictured beside a form. */
export type Garment = { name: string; slug: string; picture: StoredPicture }

/** The layout around one form: the title overlaps the edge of a garment's picture; on a phone the form is alone. */
export function FormPage({
  title,
  stressed,
  lead,
  garment,
  withoutScript = 'Accounts need JavaScript. You can read everything else without it.',
  children,
}: {
  title: ReactNode
  /** The last words of the title, in italics. */
  stressed?: string
  lead: ReactNode
  garment: Garment | null
  /** The text for visitors without JavaScript. */
  withoutScript?: string
  children: ReactNode
}) {
  return (
    <div className="page relative grid pt-[clamp(1.75rem,4vw,3rem)] lg:min-h-[calc(100svh-var(--header-height))] lg:grid-cols-12 lg:pt-4">
      <div className="relative z-10 lg:pointer-events-none lg:col-span-8 lg:col-start-1 lg:row-start-1 lg:pt-[clamp(1.5rem,7svh,5rem)] lg:pb-16">
        <h1 className="text-masthead leading-[0.94] tracking-[-0.02em]">
          {stressed ? `${String(title)} ` : title}
          {stressed && <em>{stressed}</em>}
        </h1>
        <div className="max-w-[27rem] lg:pointer-events-auto">
          <div className="mt-5 text-ink-soft text-lead leading-[1.4] lg:mt-7">{lead}</div>
          <Rule className="mt-7 text-mulberry/60 lg:mt-9" />
          <noscript>
            <p className="mt-6">{withoutScript}</p>
          </noscript>
          <StorageNote what="a sign-in" className="mt-7" />
          <div className="mt-7 lg:mt-9">{children}</div>
        </div>
      </div>
      {garment && (
        <figure
          style={pictureRatio(garment.picture)}
          className="relative hidden lg:col-span-6 lg:col-start-7 lg:row-start-1 lg:-mr-(--gutter) lg:block lg:justify-self-end"
        >
          <div className="lg:sticky lg:top-24">
            {/* The width equals `sizes`; in dark mode the height of the frame limits it. A percentage of the figure would
                be zero until the picture has loaded. */}
            <div className="melt lg:w-[42vw] lg:dark:w-[min(42vw,calc(min(47vw,50rem)*var(--picture-ratio)))]">
              <ProductPicture picture={garment.picture} sizes="(width >= 64rem) 42vw, 1px" />
            </div>
            <figcaption className="absolute bottom-0 left-[3%] text-ink-soft text-small">
              <Link to={`/product/${garment.slug}`} className="inline-block py-1 hover:text-mulberry">
                <span className="link">{garment.name}</span>
              </Link>
            </figcaption>
          </div>
        </figure>
      )}
    </div>
  )
}

/** Width and height, for the style sheet. */
function pictureRatio({ width, height }: StoredPicture): CSSProperties {
  return { '--picture-ratio': width / height } as CSSProperties
}

type Pictured = { name: string; slug: string; pictures: readonly StoredPicture[] }

/**
 * The garment of a page: the one at `place` among those with a picture, so that each page has its own. `view`: index of
 * the picture, from 0.
 */
export function garmentAt(products: readonly Pictured[], place: number, view = 0): Garment | null {
  const pictured = products.filter(({ pictures }) => pictures.length > 0)
  const product = pictured[place % Math.max(pictured.length, 1)]
  const picture = product?.pictures[view] ?? product?.pictures[0]
  return product && picture ? { name: product.name, slug: product.slug, picture } : null
}
