import { ProductCard } from './product-card.tsx'
import type { ProductSummary } from './product-summary.ts'

/** Related garments under a heading; renders nothing without any. */
export function RelatedGarments({
  products,
  title = 'You may also like',
}: {
  products: ProductSummary[]
  title?: string
}) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related" className="mt-[clamp(4.5rem,9vw,8.5rem)]">
      <h2 id="related" className="text-title leading-none">
        {title}
      </h2>
      <ul className="mt-7 two-up gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-10 lg:grid-cols-4">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} sizes="(width >= 64rem) 22vw, 45vw" />
          </li>
        ))}
      </ul>
    </section>
  )
}
