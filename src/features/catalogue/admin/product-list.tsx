import { type RefObject, useEffect, useRef, useState } from 'react'
import { shopNow } from '#admin/shop-now.ts'
import { focusBeside } from '#ui/focus-now.ts'
import { toast } from '#ui/toast.ts'
import type { ProductRow } from '../product.schema.ts'
import { PagedCards } from './paged-cards.tsx'
import { howManyWait, useWaitlistCounts } from './product-api.ts'
import { ProductCard } from './product-card.tsx'
import type { ProductFilter } from './product-filter.ts'
import { readProblem, restoreNotice, useDeleteProduct, type useProducts, useRestoreProduct } from './product-queries.ts'

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
  const rows = products.data?.rows
  const now = useShopMoment(rows, products.dataUpdatedAt)
  const waiting = useWaitlistCounts()
  const deletion = useDeleteProduct()
  const restoration = useRestoreProduct()
  const list = useRef<HTMLUListElement>(null)

  async function remove(row: ProductRow) {
    if (!window.confirm('Are you sure you want to delete this product?')) return
    const problem = await deletion.mutateAsync(row.id)
    if (problem) return toast({ title: 'Error', description: problem, tone: 'error', about: 'products' })
    onDeleted(row)
    focusBeside(list.current, rows?.indexOf(row) ?? -1, heading.current)
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
    <PagedCards
      {...{ filter, list, onAdd }}
      query={products}
      names={{ list: 'Products', all: 'products', one: 'product', many: 'products' }}
      problemOf={readProblem}
      card={(row) => (
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
      )}
    />
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
