import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { type ProductFilter, productsUrl } from './product-filter.ts'

/** Placeholders of cards that are loading. */
export function ProductsLoading() {
  return (
    <div
      role="status"
      className="grid gap-x-[clamp(1.25rem,2.6vw,2.75rem)] gap-y-7 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3"
    >
      <span className="sr-only">Loading products</span>
      {['one', 'two', 'three'].map((place) => (
        <div key={place} aria-hidden="true" className="grid grid-cols-[6.5rem_1fr] gap-x-4 sm:block">
          <div className="aspect-3/4 bg-paper-deep sm:aspect-4/5" />
          <div className="min-w-0">
            <div className="mt-3.5 h-5 w-40 max-w-[70%] bg-paper-deep" />
            <div className="mt-2.5 h-3 w-64 max-w-[90%] bg-paper-deep" />
          </div>
        </div>
      ))}
    </div>
  )
}

const noneIn: Record<ProductFilter['part'], string> = {
  all: 'No products yet.',
  active: 'No active products, so the shop is empty.',
  inactive: 'No inactive products: the shop shows them all.',
  'pre-order': 'No products on pre-order at the moment.',
  archived: 'The archive is empty. Deleted products are kept here and can be restored.',
}

const noneFits: Record<ProductFilter['part'], string> = {
  all: 'No products match. Try a shorter search.',
  active: 'No active products match. Try a shorter search, or search all products.',
  inactive: 'No inactive products match. Try a shorter search, or search all products.',
  'pre-order': 'No products on pre-order match. Try a shorter search, or search all products.',
  archived: 'No archived products match. Try a shorter search.',
}

/** The empty list: of a new shop, or of a filter without results. */
export function NoProducts({ filter: { part, q }, onAdd }: { filter: ProductFilter; onAdd?: () => void }) {
  if (q || part !== 'all' || !onAdd) {
    return <p className="max-w-[34em] text-ink-soft text-lead">{q ? noneFits[part] : noneIn[part]}</p>
  }
  return (
    <div className="max-w-[34em] border-mulberry border-l-2 py-1 pl-5">
      <p className="text-lead">No products yet.</p>
      <p className="mt-1 text-ink-soft">
        Your first one only needs a name, a short description, a price and a picture. The rest can wait.
      </p>
      <Button tone="line" onClick={onAdd} className="mt-5">
        Add the first product
      </Button>
      <p className="mt-3">
        <Link to={productsUrl({ part: 'archived', q: '' })} className="inline-flex min-h-11 items-center text-mulberry">
          <span className="link">Archived products</span>
        </Link>
      </p>
    </div>
  )
}
