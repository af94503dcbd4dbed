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
  return (
    <article key={id} className={`group/card relative ${className}`}>
      <div className="relative overflow-hidden bg-paper-deep">
        <ProductPicture
          picture={picture}
          sizes={sizes}
          priority={priority}
          className="garment-picture aspect-3/4 object-cover transition-transform duration-700 ease-settle group-hover/card:scale-[1.025]"
        />
        {second && (
          // A background picture loads only on hover, so phones never request it.
          <div
            aria-hidden="true"
            style={{ '--second': `url("${pictureAt(second, stepFor(600, 1200))}")` } as CSSProperties}
            className="absolute inset-0 bg-center bg-cover opacity-0 transition-opacity duration-500 group-hover/card:bg-(image:--second) group-hover/card:opacity-100"
          />
        )}
      </div>
      <div className="mt-3.5 grid grid-cols-[1fr_auto] items-baseline gap-x-4">
        <Heading className="wrap-any col-span-2 text-name leading-[1.12] sm:col-span-1">
          <Link
            to={`/product/${slug}`}
            prefetch="intent"
            viewTransition
            {...prefetchPicture(picture)}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-mulberry focus-visible:after:outline-offset-4"
          >
            {name}
          </Link>
        </Heading>
        <p className="col-start-1 max-sm:row-start-2 sm:col-start-2">
          <Price pence={pricePence} className="text-body" />
        </p>
        <p className="col-span-2 mt-0.5 text-ink-soft text-small leading-snug">
          {preorder ? <span className="text-mulberry">{preorder}</span> : 'Made to order'}
          {colour && <span className="max-sm:hidden"> · {colour}</span>}
        </p>
      </div>
      <SaveHeart id={id} name={name} />
    </article>
  )
}
