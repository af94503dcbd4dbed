import { type RefObject, useRef } from 'react'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { focusBeside } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { ArchivedCard } from './archived-card.tsx'
import type { ProductFilter } from './product-filter.ts'
import { NoProducts, ProductsLoading } from './product-places.tsx'
import { useArchive, useRestoreProduct } from './product-queries.ts'
import type { ArchivedProduct } from './products.contract.ts'
import { ProductsBar } from './products-bar.tsx'
import { restoreNotice } from './restore-product.ts'

type ArchiveListProps = { filter: ProductFilter; heading: RefObject<HTMLHeadingElement | null> }

/** The deleted products, each with a button that restores it. `heading`: of the tab. */
export function ArchiveList({ filter, heading }: ArchiveListProps) {
  const { data: page, error, isFetching, isPending, refetch, fetchNextPage } = useArchive(filter.q)
  const restoration = useRestoreProduct()
  const list = useRef<HTMLUListElement>(null)

  async function restore(product: ArchivedProduct, slug: string) {
    const outcome = await restoration.mutateAsync({ id: product.id, slug })
    // The card requests another slug.
    if (outcome.kind === 'slug_taken') return outcome
    if (outcome.kind === 'restored') focusBeside(list.current, page?.rows.indexOf(product) ?? -1, heading.current)
    await toast(restoreNotice(product.name, outcome))
    return outcome
  }

  async function showMore() {
    if (isFetching) return
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (!isFetchNextPageError) return
    await toast({ title: 'Couldn’t load more', description: error.message, tone: 'error', about: 'products' })
  }

  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      <ProductsBar filter={filter} />
      {isPending && <ProductsLoading />}
      {error && !page && (
        <CouldNotLoad problem={`The archive couldn’t be loaded. ${error.message}`} onRetry={refetch} />
      )}
      {page?.total === 0 && <NoProducts filter={filter} />}
      {page && page.total > 0 && (
        <>
          <p className="max-w-[38em] pb-7 text-ink-soft">
            Customers don’t see these. A restored product keeps its pictures and details, and is inactive until you make
            it active.
          </p>
          <ul
            ref={list}
            aria-label="Archived products"
            aria-busy={isFetching}
            className="grid gap-x-[clamp(1.25rem,2.6vw,2.75rem)] gap-y-7 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3"
          >
            {page.rows.map((product) => (
              <ArchivedCard key={product.id} product={product} restore={(slug) => restore(product, slug)} />
            ))}
          </ul>
          <p role="status" className="mt-9 text-ink-soft text-small">
            {page.rows.length < page.total
              ? `${page.rows.length} of ${page.total} archived products`
              : `${page.total} archived ${page.total === 1 ? 'product' : 'products'}`}
          </p>
          {page.rows.length < page.total && (
            <TextButton onClick={showMore} aria-disabled={isFetching}>
              {isFetching ? 'Loading…' : 'Show more'}
            </TextButton>
          )}
        </>
      )}
    </div>
  )
}
