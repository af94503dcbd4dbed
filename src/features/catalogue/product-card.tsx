import type { CSSProperties } from 'react'
import { stepFor } from '#platform/storage/pictures/picture-ladder.ts'
import { afterMove } from '#ui/late.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture, pictureAt } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { prefetchPicture } from './prefetch-picture.ts'
import type { ProductSummary } from './product-summary.ts'

const SaveHeart = afterMove(async () => (await import('./saved/save-buttons.tsx')).SaveHeart)

/**
 * A garment in a grid: picture, name, price, and whether it is made to order or on pre-order. heading: one level below
 * the grid's.
 */
export function ProductCard({
  product,
  sizes,
  priority = false,
  heading: Heading = 'h3',
  className = '',
}: {
  product: ProductSummary
  sizes: string
  priority?: boolean
  heading?: 'h2' | 'h3'
  className?: string
}) {
  const { id, name, slug, pricePence, picture, second, colour, preorder } = product
  // The colour in the middle of its picture, which is that of the cloth.
  const [, cloth] = /^(#[\da-f]{6}),/.exec(picture?.blur ?? '') ?? []
  return (
    <article key={id} className={className ? `card ${className}` : 'card'}>
      <div className="card-frame">
        <ProductPicture picture={picture} sizes={sizes} priority={priority} className="garment-picture" />
        {second && (
          // A background picture loads only on hover, so phones never request it.
          <div
            aria-hidden="true"
            style={{ '--second': `url("${pictureAt(second, stepFor(600, 1200))}")` } as CSSProperties}
            className="card-second"
          />
        )}
      </div>
      <div className="card-words">
        <Heading>
          <Link to={`/product/${slug}`} prefetch="intent" viewTransition {...prefetchPicture(picture)}>
            {name}
          </Link>
        </Heading>
        <p>
          <Price pence={pricePence} />
        </p>
        <p className="card-note">
          {preorder ? <span className="text-mulberry">{preorder}</span> : 'Made to order'}
          {colour && <span style={cloth ? ({ '--cloth': cloth } as CSSProperties) : undefined}>{colour}</span>}
        </p>
      </div>
      <SaveHeart id={id} name={name} />
    </article>
  )
}
