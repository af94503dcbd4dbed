import { settingsContext } from '#features/settings/page-settings.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { ProductPicture } from '#ui/picture.tsx'
import { withNewData } from '#ui/with-new-data.ts'
import { missingPage } from '../documents/read-slots.ts'
import { Prose } from '../page-parts.tsx'
import type { Route } from './+types/maker.page.ts'

/** The maker's page, once the owner has written it in the settings: an invented maker would pass for the real one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { maker } = context.get(settingsContext)
  if (!maker) throw await missingPage({ context, request })
  return { maker }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        title: loaderData.maker.name,
        description: `Who cuts, sews and posts every order at ${shop.name}.`,
        path: '/maker',
        siteUrl: siteUrlOf(matches),
      })
    : []

export default withNewData(MakerPage)

function MakerPage({ loaderData: { maker } }: Route.ComponentProps) {
  const { name, words, face, hands } = maker
  const paragraphs = words.split(/\n+/).filter((paragraph) => paragraph.trim())
  return (
    <article className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <header className="lg:col-span-7 lg:col-start-6 lg:row-start-1">
          <p className="label text-mulberry">The maker</p>
          <h1 className="wrap-any mt-3 text-masthead leading-[0.94] tracking-[-0.018em]">{name}</h1>
        </header>
        {face && (
          <ProductPicture
            picture={face}
            priority
            sizes="(width >= 64rem) 38vw, 100vw"
            className="-ml-(--bleed) aspect-4/5 w-[calc(100%+var(--bleed))]! max-w-none object-cover lg:col-span-5 lg:col-start-1 lg:row-span-2 lg:row-start-1"
          />
        )}
        <Prose className="wrap-any text-lead leading-[1.45] lg:col-span-6 lg:col-start-6 lg:row-start-2 lg:self-end">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Prose>
      </div>
      {hands && (
        <ProductPicture
          picture={hands}
          sizes="(width >= 64rem) 62vw, 100vw"
          className="-mr-(--bleed) mt-[clamp(3rem,6vw,6rem)] aspect-4/3 w-[calc(100%+var(--bleed))]! max-w-none object-cover lg:ml-auto lg:w-[calc(66%+var(--bleed))]!"
        />
      )}
      <p className="mt-[clamp(2.5rem,5vw,4.5rem)] flex flex-wrap gap-4">
        <Link to="/shop" prefetch="intent" className={buttonLook('solid')}>
          See the garments
        </Link>
        <Link to="/about" prefetch="intent" className={buttonLook('line')}>
          How each garment is made
        </Link>
      </p>
    </article>
  )
}
