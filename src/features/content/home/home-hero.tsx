import type { Picture } from '#features/catalogue/product.ts'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'

/** The first thing seen: one garment at full height, and the words beside it reaching over its edge. */
export function HomeHero({ garment }: { garment: { name: string; slug: string; picture: Picture | null } | null }) {
  return (
    <section className="page relative grid gap-y-6 pt-3 lg:grid-cols-12 lg:gap-y-0 lg:pt-4">
      {garment && (
        <figure className="relative lg:col-span-7 lg:col-start-6 lg:row-start-1 lg:-mr-(--gutter) lg:justify-self-end">
          <Link to={`/product/${garment.slug}`} prefetch="intent" className="block">
            <ProductPicture
              picture={garment.picture}
              priority
              sizes="(width >= 64rem) 46vw, 21rem"
              className="melt mx-auto max-w-[20.5rem] sm:max-w-[26rem] lg:h-[clamp(38rem,calc(100svh-7.5rem),62rem)] lg:w-auto lg:max-w-none"
            />
          </Link>
          <figcaption className="-mt-2 text-center text-ink-soft text-small lg:absolute lg:bottom-6 lg:left-[5%] lg:mt-0">
            <Link to={`/product/${garment.slug}`} className="inline-block py-1 hover:text-mulberry">
              <span className="link">{garment.name}</span>
            </Link>
          </figcaption>
        </figure>
      )}
      <div className="relative z-10 lg:pointer-events-none lg:col-span-8 lg:col-start-1 lg:row-start-1 lg:self-center lg:pb-10">
        <h1 className="text-masthead leading-[0.92] tracking-[-0.022em]">
          Made for you,
          <br />
          <em className="lg:ml-[0.9em]">worn for years</em>
        </h1>
        <div className="mt-7 max-w-[25em] lg:pointer-events-auto lg:mt-10">
          <p className="text-ink-soft text-lead leading-[1.4]">
            Modest dresses, skirts and coats. Long sleeves, lined skirts, good cloth, and not one of them cut before you
            ask for it.
          </p>
          <p className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-3">
            <Link to="/shop" prefetch="intent" className={buttonLook('solid')}>
              See the collection
            </Link>
            <a href="#made-to-order" className="inline-flex min-h-11 items-center">
              <span className="link">How a garment is made</span>
            </a>
          </p>
        </div>
      </div>
    </section>
  )
}
