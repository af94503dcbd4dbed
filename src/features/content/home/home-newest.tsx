import { ProductCard } from '#features/catalogue/product-card.tsx'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { Link } from '#ui/link.tsx'

/** The newest products: the first large, the others in two staggered columns; nothing if there are none. */
export function HomeNewest({ products }: { products: ProductSummary[] }) {
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
