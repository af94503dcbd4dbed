import './products-tab.css'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { shopNow } from '#admin/shop-now.ts'
import { Button } from '#ui/button.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { prepareToasts } from '#ui/toast.ts'
import type { ProductRow } from '../product.schema.ts'
import { ArchiveList } from './archive-list.tsx'
import { isUnsaved, openForm } from './open-form.ts'
import { type ProductFilter, readProductFilter } from './product-filter.ts'
import { ProductForm } from './product-form.tsx'
import { ProductList } from './product-list.tsx'
import { useProducts, useReloadProducts } from './product-queries.ts'
import type { ProductFormState } from './use-product-form.ts'

/** Read while the archive is open, so that the list contains a restored product afterwards. */
const everything: ProductFilter = { part: 'all', q: '' }

/** The products tab: the form for products, and the list. */
export function ProductsTab({ productForm: { form, dispatch } }: { productForm: ProductFormState }) {
  const [query] = useSearchParams()
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
        <Button onClick={toggle} aria-expanded={form !== null} className="max-sm:w-full">
          Add New Product
        </Button>
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
