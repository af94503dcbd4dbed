import './products-tab.css'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { shopNow } from '#admin/shop-now.ts'
import { useStaff } from '#admin/staff.ts'
import { Button } from '#ui/button.tsx'
import { focusBeside } from '#ui/focus-now.ts'
import { Link } from '#ui/link.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { ProductRow } from '../product.schema.ts'
import { ArchiveList } from './archive-list.tsx'
import { isUnsaved, openForm } from './open-form.ts'
import { PagedCards } from './paged-cards.tsx'
import { findProduct, howManyWait, useWaitlistCounts } from './product-api.ts'
import { ProductCard } from './product-card.tsx'
import { ProductForm } from './product-form.tsx'
import {
  type ProductFilter,
  readProblem,
  readProductFilter,
  restoreNotice,
  useDeleteProduct,
  useProducts,
  useReloadProducts,
  useRestoreProduct,
} from './product-queries.ts'
import type { ProductFormState } from './use-product-form.ts'

/** Read while the archive is open, so that the list contains a restored product afterwards. */
const everything: ProductFilter = { part: 'all', q: '' }

/** The products tab: the form for products, and the list. */
export function ProductsTab({ productForm: { form, dispatch } }: { productForm: ProductFormState }) {
  const { role } = useStaff()
  const [query, setQuery] = useSearchParams()
  const filter = readProductFilter(query)
  const isArchive = filter.part === 'archived'
  const products = useProducts(isArchive ? everything : filter)
  const reload = useReloadProducts()
  const heading = useRef<HTMLHeadingElement>(null)
  const freshCard = useRef<HTMLHeadingElement>(null)
  const [fresh, setFresh] = useState<string | null>(null)
  const { ask, dialog } = useQuestions()
  useEffect(prepareToasts, [])

  /** Opens the form for a product, or for a new one, after a question if the open one has unsaved changes. */
  async function show(row: ProductRow | null) {
    if (await mayGiveUp()) dispatch({ type: 'open', form: openForm(row, shopNow()) })
  }

  // A link from an order to what its garment lacks.
  const wanted = query.get('customs')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each such address
  useEffect(() => {
    if (wanted === null) return
    setQuery({ tab: 'products' }, { replace: true, preventScrollReset: true })
    void showCustoms(wanted)
  }, [wanted])

  async function showCustoms(id: string) {
    const row = await findProduct(id)
    if (row === null) {
      toast({ title: 'Not found', description: 'This garment has been deleted.', tone: 'error', about: 'products' })
    } else if (await mayGiveUp()) {
      dispatch({ type: 'open', form: { ...openForm(row, shopNow()), wantsCustoms: true } })
    }
  }

  async function toggle() {
    if (form === null) await show(null)
    else if (await mayGiveUp()) dispatch({ type: 'close' })
  }

  async function mayGiveUp(): Promise<boolean> {
    if (!isUnsaved(form)) return true
    const choices = [{ id: 'close', label: 'Close without saving' }] as const
    return (await ask({ title: 'Close the form without saving your changes?', body: [], choices })) !== null
  }

  async function afterSaving(slug: string) {
    setFresh(null)
    // If a form is still open, with text typed during the save or with another product, it keeps the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    await reload()
    setFresh(slug)
  }

  // The card exists only after this render.
  useEffect(() => {
    if (fresh === null) return
    if (document.activeElement === heading.current) {
      freshCard.current?.focus({ preventScroll: true })
      freshCard.current?.scrollIntoView({ block: 'center' })
      if (!freshCard.current) heading.current?.scrollIntoView({ block: 'nearest' })
    }
    const timer = setTimeout(() => setFresh(null), 4_000)
    return () => clearTimeout(timer)
  }, [fresh])

  return (
    <section aria-labelledby="products">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-4">
        <h2 id="products" ref={heading} tabIndex={-1} className="text-title leading-tight outline-none">
          Products Management
        </h2>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-1 max-sm:w-full">
          {role === 'admin' && (
            <Link to="/admin/move-in" className="inline-flex min-h-11 items-center text-mulberry max-sm:order-last">
              <span className="link">Move in from Etsy or Shopify</span>
            </Link>
          )}
          <Link to="/admin/shelf" className="inline-flex min-h-11 items-center text-mulberry max-sm:order-last">
            <span className="link">Arrange the shelf</span>
          </Link>
          <Button onClick={toggle} aria-expanded={form !== null} className="max-sm:w-full">
            Add New Product
          </Button>
        </div>
      </div>
      {dialog}
      {form && (
        <ProductForm
          key={form.opening}
          form={form}
          dispatch={dispatch}
          ask={ask}
          onSaved={afterSaving}
          onClosed={() => heading.current?.focus()}
        />
      )}
      {isArchive ? (
        <ArchiveList filter={filter} heading={heading} />
      ) : (
        <ProductList
          filter={filter}
          products={products}
          fresh={fresh}
          freshCard={freshCard}
          heading={heading}
          onAdd={() => show(null)}
          onEdit={show}
          onDeleted={({ id }) => form?.row?.id === id && dispatch({ type: 'close' })}
        />
      )}
    </section>
  )
}

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
function ProductList(props: ProductListProps) {
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
