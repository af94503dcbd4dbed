import { Trash2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { formatPence, penceFromPounds } from '#base/money.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { isPreorderLive } from '../preorders/preorder.ts'
import type { ProductRow } from '../product.schema.ts'
import { mainPicture } from '../product.ts'

type CardFrameProps = {
  product: Pick<ProductRow, 'id' | 'name' | 'price' | 'pictures' | 'image_url'>
  /** Whether it is in the shop; others are pale. */
  active: boolean
  isFresh?: boolean
  heading: Ref<HTMLHeadingElement> | undefined
  children: ReactNode
}

/** The card of a product in a list: its picture, its name and its price. */
export function CardFrame({ product, active, isFresh = false, heading, children }: CardFrameProps) {
  const { name, price } = product
  const headingId = `product-${product.id}`
  return (
    <li className="min-w-0">
      <article
        aria-labelledby={headingId}
        data-fresh={isFresh || undefined}
        className="grid h-full grid-cols-[min(6.5rem,37%)_minmax(0,1fr)] gap-x-4 border-line border-b pb-4 sm:flex sm:flex-col"
      >
        <div className={`overflow-hidden bg-paper-deep max-sm:self-start ${active ? '' : 'opacity-55 grayscale-60'}`}>
          <ProductPicture
            picture={mainPicture(product)}
            sizes="(width >= 64rem) 28vw, (width >= 34rem) 46vw, 7rem"
            className="aspect-3/4 object-cover sm:aspect-4/5"
          />
        </div>
        <div className={`flex min-w-0 grow flex-col sm:pt-3.5 ${active ? '' : 'text-ink-soft'}`}>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 sm:flex-nowrap">
            <h3
              id={headingId}
              ref={heading}
              tabIndex={-1}
              className="wrap-any line-clamp-3 text-name leading-[1.12] outline-none"
            >
              {name}
            </h3>
            <p className="price">{formatPence(penceFromPounds(price))}</p>
          </div>
          {children}
        </div>
      </article>
    </li>
  )
}

type ProductCardProps = Pick<CardFrameProps, 'isFresh' | 'heading'> & {
  row: ProductRow
  now: Date
  /** How many customers wait for the product, as text; empty for none. */
  waiting: string
  onEdit: () => void
  onDelete: () => void
}

/** A product in the back office, with its state and actions. `now`: the shop's clock; `isFresh`: just saved. */
export function ProductCard({ row, now, waiting, onEdit, onDelete, ...frame }: ProductCardProps) {
  const { id, name, slug, description, active } = row
  const live = isPreorderLive({ isPreorder: row.is_preorder, preorderEndsAt: row.preorder_end_date }, now)
  return (
    <CardFrame product={row} active={active} {...frame}>
      {live && row.preorder_price !== null && (
        <p className="price text-mulberry text-small">Early price {formatPence(penceFromPounds(row.preorder_price))}</p>
      )}
      <p className="wrap-any mt-1 line-clamp-2 text-ink-soft text-small leading-snug">{description}</p>
      <p className="mt-2.5 flex flex-wrap gap-2">
        <Badge look={active ? 'border-moss text-moss' : 'border-ink-soft text-ink-soft'}>
          {active ? 'Active' : 'Inactive'}
        </Badge>
        {live && <Badge look="border-woad bg-woad text-paper">Pre-Order</Badge>}
      </p>
      {waiting && <p className="mt-2 text-mulberry text-small">{waiting}</p>}
      <div className="mt-auto flex flex-wrap items-center gap-x-6 pt-1.5">
        <button
          type="button"
          onClick={onEdit}
          aria-label={`Edit ${name}`}
          className="inline-flex min-h-11 items-center text-mulberry"
        >
          <span className="link">Edit</span>
        </button>
        <Link
          to={active ? `/product/${slug}` : `/admin/products/${id}/preview`}
          aria-label={`${active ? 'View' : 'Preview'} ${name}`}
          className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry"
        >
          <span className="link">{active ? 'View' : 'Preview'}</span>
        </Link>
        <IconButton label={`Delete ${name}`} tip="Delete" onClick={onDelete} className="-mr-3 ml-auto">
          <Trash2 aria-hidden="true" strokeWidth={1.25} className="size-5" />
        </IconButton>
      </div>
    </CardFrame>
  )
}

function Badge({ look, children }: { look: string; children: string }) {
  return <span className={`label border px-2 py-0.5 text-[0.75rem] tracking-[0.08em] ${look}`}>{children}</span>
}
