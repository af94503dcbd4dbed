import type { Preorder } from '#features/catalogue/preorders/describe-preorder.ts'
import { PreorderEntry } from '#features/catalogue/preorders/preorder-entry.tsx'
import { ProductCard } from '#features/catalogue/product-card.tsx'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { HomeClose } from './home-close.tsx'
import { HomeCloth } from './home-cloth.tsx'
import type { HomeFacts } from './home-facts.ts'
import { HomeHero } from './home-hero.tsx'
import { HomeSteps } from './home-steps.tsx'
import { HomeStory } from './home-story.tsx'

/** Home of the opened shop. */
export function HomeView({ home }: { home: HomeFacts }) {
  return (
    <>
      <HomeHero {...home.hero} />
      <HomePreorders preorders={home.preorders} />
      <HomeStory picture={home.story} />
      <HomeNewest products={home.newest} />
      <HomeCloth picture={home.cloth} colours={home.colours} />
      <div className="mt-[clamp(5rem,10vw,9.5rem)]">
        <HomeSteps
          productionDays={home.productionDays}
          orderedToday={home.orderedToday}
          transit={home.transit}
          isAbroad={home.isAbroad}
        />
      </div>
      <HomeClose sizes={home.sizes} verse={home.verse} />
    </>
  )
}

/** The newest products: the first large, the others in two staggered columns; nothing if there are none. */
function HomeNewest({ products }: { products: ProductSummary[] }) {
  const [first, ...others] = products
  if (!first) return null
  return (
    <section aria-labelledby="home-newest" className="page mt-[clamp(5rem,10vw,9.5rem)]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="home-newest" className="text-display leading-none tracking-[-0.015em]">
          New in
        </h2>
        <Link to="/shop" prefetch="intent" className="inline-flex min-h-11 items-center">
          <span className="link">All garments</span>
        </Link>
      </div>
      <div className="mt-8 grid gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-[clamp(2rem,4vw,3.5rem)] md:mt-12 lg:grid-cols-2">
        <ProductCard
          product={first}
          sizes="(width >= 64rem) 46vw, 92vw"
          className={others.length > 0 ? '' : 'lg:max-w-[34rem]'}
        />
        {others.length > 0 && (
          <ul className="grid grid-cols-2 gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-[clamp(2rem,4vw,3.5rem)]">
            {others.map((product) => (
              <li key={product.id} className="even:mt-[clamp(1.5rem,5vw,4.5rem)] odd:mb-[clamp(1.5rem,5vw,4.5rem)]">
                <ProductCard product={product} sizes="(width >= 64rem) 22vw, 45vw" />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** Products on pre-order, each with its real end; nothing if there are none. */
function HomePreorders({ preorders }: { preorders: Preorder[] }) {
  if (preorders.length === 0) return null
  return (
    <section aria-labelledby="home-preorders" className="page mt-[clamp(5rem,10vw,9.5rem)]">
      <h2 id="home-preorders" className="text-display leading-none tracking-[-0.015em]">
        {preorders.every(({ full }) => full) ? 'On pre-order' : 'Open for pre-order'}
      </h2>
      <ul className="mt-8 md:mt-12">
        {preorders.map((preorder, index) => (
          <PreorderEntry key={preorder.id} preorder={preorder} flipped={index % 2 === 1} heading="h3" />
        ))}
      </ul>
      <Rule className="text-mulberry/60" />
    </section>
  )
}
