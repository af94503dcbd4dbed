import { ProductCard } from './product-card.tsx'
import type { ProductSummary } from './product-summary.ts'

const aloneSizes = '(width >= 48rem) 34rem, 92vw'
const gridSizes = '(width >= 64rem) 29vw, 45vw'

/** How the first picture in a grid of this many garments is shown, as `firstPicture` takes it. */
export function firstPictureFrame(count: number): [sizes: string, frame: 'page' | 'card'] {
  return count === 1 ? [aloneSizes, 'page'] : [gridSizes, 'card']
}

/**
 * A grid of garments: two columns on a phone, three on a desktop, every second column a little lower. A single garment
 * is shown large.
 */
export function ProductGrid({ products }: { products: ProductSummary[] }) {
  const [only] = products
  if (products.length === 1 && only) {
    return (
      <ProductCard
        heading="h2"
        product={only}
        large
        priority
        sizes={aloneSizes}
        className="mx-auto mt-12 max-w-xl md:mt-16"
      />
    )
  }
  return (
    <ul className="cards mt-5 pb-12 md:mt-14 lg:pb-24">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard heading="h2" product={product} priority={index < 2} sizes={gridSizes} />
        </li>
      ))}
    </ul>
  )
}
