import type { CSSProperties } from 'react'
import { formatPence } from '#base/money.ts'
import { stepFor } from '#platform/storage/pictures/picture-ladder.ts'
import { afterMove } from '#ui/late.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture, pictureAt } from '#ui/picture.tsx'
import { prefetchPicture } from './prefetch-picture.ts'
import type { ProductSummary } from './product-summary.ts'

const SaveHeart = afterMove(async () => (await import('./saved/save-buttons.tsx')).SaveHeart)

/**
 * A garment in a grid: picture, name, price, and whether it is made to order or on pre-order. heading: one level below
 * the grid's. large: the card is as wide as a page. What it shows is read from its HTML again (`cards-in-page.ts`).
 */
export function ProductCard({
  product,
  sizes,
  large = false,
  priority = false,
  heading: Heading = 'h3',
  className = '',
}: {
  product: ProductSummary
  sizes: string
  large?: boolean
  priority?: boolean
  heading?: 'h2' | 'h3'
  className?: string
}) {
  const { id, name, slug, pricePence, picture, second, colour, preorder } = product
  // The colour in the middle of its picture, which is that of the cloth.
  const cloth = picture?.blur?.match(/^#.{6}/)?.[0]
  return (
    <article key={id} data-id={id} className={className ? `card ${className}` : 'card'}>
      <div className="card-frame" style={second ? behind(second) : undefined}>
        <ProductPicture
          picture={picture}
          sizes={sizes}
          frame={large ? 'page' : 'card'}
          priority={priority}
          className="garment-picture"
        />
      </div>
      <div className="card-words">
        <Heading>
          <Link to={`/product/${slug}`} prefetch="intent" viewTransition {...prefetchPicture(picture)}>
            {name}
          </Link>
        </Heading>
        <data value={pricePence} className="price">
          {formatPence(pricePence)}
        </data>
        <p className="card-note">
          {preorder ? <b>{preorder}</b> : 'Made to order'}
          {colour && <span style={cloth ? ({ '--cloth': cloth } as CSSProperties) : undefined}>{colour}</span>}
        </p>
      </div>
      <SaveHeart id={id} name={name} />
    </article>
  )
}

/** A background picture, which loads only on hover, so phones never request it. */
function behind(url: string): CSSProperties {
  return { '--second': `url(${pictureAt(url, stepFor(600, 1200)).replace(/[\s"'()\\]/g, '\\$&')})` } as CSSProperties
}
