import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { formatCount } from '#ui/counts.ts'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { ProductRow } from '../product.schema.ts'
import { closeForm, getForm } from './open-form.ts'
import { cardId, ProductCard } from './product-card.tsx'
import type { ProductFilter } from './product-filter.ts'
import { NoProducts, ProductsLoading } from './product-places.tsx'
import { ProductsBar } from './products-bar.tsx'
import { restoreNotice, restoreProduct } from './restore-product.ts'
import type { useProducts } from './use-products.ts'
import { useShopMoment } from './use-shop-moment.ts'
import { useWaiting } from './use-waiting.ts'
import { howManyWait } from './waiting-labels.ts'
import { deleteProduct } from './write-product.ts'

type ProductListProps = {
  filter: ProductFilter
  products: ReturnType<typeof useProducts>
  /** The slug of what was saved a moment ago. */
  fresh: string | null
  onAdd: () => void
  onEdit: (row: ProductRow) => void
}

/** All garments, or those looked for, as cards. */
export function ProductList({ filter, products, fresh, onAdd, onEdit }: ProductListProps) {
  const { listed, busy, reload, more } = products
  const { part, q } = filter
  const page = typeof listed === 'object' && 'rows' in listed ? listed : null
  const now = useShopMoment(page?.rows)
  const waiting = useWaiting(page)
  const isEmptyShop = page?.total === 0 && part === 'all' && q === ''

  async function showMore() {
    const problem = await more()
    if (problem) await toast({ title: 'Not shown', description: problem, tone: 'error', about: 'products' })
  }

  async function remove(row: ProductRow) {
    if (!window.confirm('Are you sure you want to delete this product?')) return
    const problem = await deleteProduct(row.id)
    if (problem) return toast({ title: 'Error', description: problem, tone: 'error', about: 'products' })
    if (getForm()?.row?.id === row.id) closeForm()
    focusBeside(row, page?.rows ?? [])
    await toast({
      title: 'Success',
      description: 'Product deleted successfully',
      tone: 'success',
      about: 'products',
      action: { label: 'Restore', onPress: () => void restore(row) },
    })
    await reload()
  }

  async function restore({ id, name, slug }: ProductRow) {
    await toast(restoreNotice(name, await restoreProduct({ id, slug })))
    await reload()
  }

  return (
    <div className="pt-[clamp(1.5rem,3vw,2.5rem)]">
      {!isEmptyShop && <ProductsBar filter={filter} />}
      {listed === 'loading' && <ProductsLoading />}
      {typeof listed === 'object' && 'problem' in listed && (
        <CouldNotLoad problem={`The products could not be read. ${listed.problem}`} onRetry={reload} />
      )}
      {page?.total === 0 && <NoProducts filter={filter} onAdd={onAdd} />}
      {page && page.total > 0 && (
        <>
          <ul
            aria-label="Products"
            aria-busy={busy}
            className="grid gap-x-[clamp(1.25rem,2.6vw,2.75rem)] gap-y-7 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3"
          >
            {page.rows.map((row) => (
              <ProductCard
                key={row.id}
                row={row}
                now={now}
                isFresh={row.slug === fresh}
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
            <TextButton onClick={showMore} aria-disabled={busy}>
              {busy ? 'Looking…' : 'Show more'}
            </TextButton>
          )}
        </>
      )}
    </div>
  )
}

/** She goes on where she was: at the next garment, else at the one before, else at the top. */
function focusBeside(gone: ProductRow, rows: readonly ProductRow[]): void {
  const place = rows.findIndex(({ id }) => id === gone.id)
  const beside = rows[place + 1] ?? rows[place - 1]
  document.getElementById(beside ? cardId(beside.id) : 'products')?.focus()
}
