import { ProductCard } from '#features/catalogue/product-card.tsx'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { Link } from '#ui/link.tsx'

/** The newest garments: the first large, the others around it; nothing where the shop is empty. */
export function HomeNewest({ products }: { products: ProductSummary[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="home-newest" className="page mt-[clamp(5rem,10vw,9.5rem)]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="home-newest" className="text-display leading-none tracking-[-0.015em]">
          New on the rail
        </h2>
        <Link to="/shop" prefetch="intent" className="inline-flex min-h-11 items-center">
          <span className="link">All garments</span>
        </Link>
      </div>
      <ul className="mt-8 grid grid-cols-2 gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-[clamp(2rem,4vw,3.5rem)] md:mt-12 lg:grid-cols-4 lg:grid-rows-2">
        {products.map((product, index) => (
          <li key={product.id} className={index === 0 ? 'col-span-2 lg:row-span-2' : ''}>
            <ProductCard
              product={product}
              sizes={index === 0 ? '(width >= 64rem) 46vw, 92vw' : '(width >= 64rem) 22vw, 45vw'}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
