import { type RefObject, useEffect, useRef, useState } from 'react'
import { shopNow } from '#admin/shop-now.ts'
import { formatCount } from '#base/counts.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { focusBeside } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { ProductRow } from '../product.schema.ts'
import { howManyWait, useWaitlistCounts } from './product-api.ts'
import { ProductCard } from './product-card.tsx'
import type { ProductFilter } from './product-filter.ts'
import { NoProducts, ProductsLoading } from './product-places.tsx'
import { readProblem, useDeleteProduct, type useProducts, useRestoreProduct } from './product-queries.ts'
import { ProductsBar } from './products-bar.tsx'
import { restoreNotice } from './restore-product.ts'

type ProductListProps = {
  filter: ProductFilter
  products: ReturnType<typeof useProducts>
  /** The slug of the product that was just saved. */
  fresh: string | null
  /** The heading of the fresh product's card, and that of the tab. */
  freshCard: RefObject<HTMLHeadingElement | null>
  heading: RefObject<HTMLHeadingElement | null>
  onAdd: () => void
  onEdit: (row: ProductRow) => void
  onDeleted: (row: ProductRow) => void
}

/** The products of the filter as cards. */
export function ProductList(props: ProductListProps) {
  const { filter, products, fresh, freshCard, heading, onAdd, onEdit, onDeleted } = props
  const { data: page, error, isFetching, isPending, refetch, fetchNextPage } = products
  const { part, q } = filter
  const now = useShopMoment(page?.rows, products.dataUpdatedAt)
  const waiting = useWaitlistCounts()
  const deletion = useDeleteProduct()
  const restoration = useRestoreProduct()
  const list = useRef<HTMLUListElement>(null)
  const isEmptyShop = page?.total === 0 && part === 'all' && q === ''

  async function showMore() {
    if (isFetching) return
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (!isFetchNextPageError) return
    await toast({ title: 'Couldn’t load more', description: readProblem(error), tone: 'error', about: 'products' })
  }

  async function remove(row: ProductRow) {
    if (!window.confirm('Are you sure you want to delete this product?')) return
    const problem = await deletion.mutateAsync(row.id)
    if (problem) return toast({ title: 'Error', description: problem, tone: 'error', about: 'products' })
    onDeleted(row)
    focusBeside(list.current, page?.rows.indexOf(row) ?? -1, heading.current)
    await toast({
      title: 'Success',
      description: 'Product deleted successfully',
      tone: 'success',
      about: 'products',
      action: { label: 'Restore', onPress: () => void restore(row) },
    })
  }

  async function restore({ id, name, slug }: ProductRow) {
    await toast(restoreNotice(name, await restoration.mutateAsync({ id, slug })))
  }

  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      {!isEmptyShop && <ProductsBar filter={filter} />}
      {isPending && <ProductsLoading />}
      {error && !page && (
        <CouldNotLoad problem={`The products couldn’t be loaded. ${readProblem(error)}`} onRetry={refetch} />
      )}
      {page?.total === 0 && <NoProducts filter={filter} onAdd={onAdd} />}
      {page && page.total > 0 && (
        <>
          <ul
            ref={list}
            aria-label="Products"
            aria-busy={isFetching}
            className="grid gap-x-[clamp(1.25rem,2.6vw,2.75rem)] gap-y-7 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3"
          >
            {page.rows.map((row) => (
              <ProductCard
                key={row.id}
                row={row}
                now={now}
                isFresh={row.slug === fresh}
                heading={row.slug === fresh ? freshCard : undefined}
                waiting={howManyWait(waiting.get(row.id) ?? [])}
                onEdit={() => onEdit(row)}
                onDelete={() => remove(row)}
              />
            ))}
          </ul>
          <div role="status" className="mt-9 text-ink-soft text-small">
            {page.rows.length < page.total
              ? `${formatCount(page.rows.length)} of ${formatCount(page.total)} products`
              : `${formatCount(page.total)} ${page.total === 1 ? 'product' : 'products'}`}
          </div>
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

const longestMs = 86_400_000

/**
 * The shop's clock. It is read again after each read of `rows` (`readAt`) and at the next end of a pre-order among
 * them, so that a badge disappears on time.
 */
function useShopMoment(rows: readonly ProductRow[] | undefined, readAt: number): Date {
  const [now, setNow] = useState(shopNow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock was read with the rows
  useEffect(() => {
    const moment = shopNow()
    setNow(moment)
    const ends = (rows ?? []).flatMap(({ is_preorder, preorder_end_date }) => {
      const leftMs = is_preorder && preorder_end_date ? Date.parse(preorder_end_date) - moment.getTime() : 0
      return leftMs > 0 ? [leftMs] : []
    })
    if (ends.length === 0) return
    const timer = setTimeout(() => setNow(shopNow()), Math.min(longestMs, ...ends) + 50)
    return () => clearTimeout(timer)
  }, [rows, readAt])
  return now
}
