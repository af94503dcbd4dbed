import './products-tab.css'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { shopNow } from '#admin/shop-now.ts'
import { Button } from '#ui/button.tsx'
import { prepareToasts } from '#ui/toast.ts'
import type { ProductRow } from '../product.schema.ts'
import { ArchiveList } from './archive-list.tsx'
import { closeForm, getForm, isUnsaved, openForm } from './open-form.ts'
import { ProductDraftOffers } from './product-draft-offers.tsx'
import { type ProductFilter, readProductFilter } from './product-filter.ts'
import { ProductForm } from './product-form.tsx'
import { ProductList } from './product-list.tsx'
import { useProducts, useReloadProducts } from './product-queries.ts'
import { useOwnForm } from './use-own-form.ts'

/** Read while the archive is open, so that the list contains a restored product afterwards. */
const everything: ProductFilter = { part: 'all', q: '' }

/** The products tab: the form for products, and the list. */
export function ProductsTab() {
  const form = useOwnForm()
  const [query] = useSearchParams()
  const filter = readProductFilter(query)
  const isArchive = filter.part === 'archived'
  const products = useProducts(isArchive ? everything : filter)
  const reload = useReloadProducts()
  const heading = useRef<HTMLHeadingElement>(null)
  const [fresh, setFresh] = useState<string | null>(null)
  const [saves, setSaves] = useState(0)
  useEffect(prepareToasts, [])

  /** Opens the form for another product, after a confirmation if the open one has unsaved changes. */
  function show(row: ProductRow | null) {
    if (mayGiveUp()) openForm(row, shopNow())
  }

  function toggle() {
    if (form === null) return openForm(null, shopNow())
    if (mayGiveUp()) closeForm()
  }

  async function afterSaving(slug: string) {
    setFresh(null)
    // If a form is still open, with text typed during the save or with another product, it keeps the focus.
    if (getForm() === null) heading.current?.focus({ preventScroll: true })
    await reload()
    setFresh(slug)
    setSaves((count) => count + 1)
  }

  // A second save marks the card again.
  useEffect(() => {
    if (fresh === null) return
    const timer = setTimeout(() => setFresh(null), 4_000)
    return () => clearTimeout(timer)
  }, [fresh])

  // The card exists only after this render.
  useEffect(() => {
    if (saves === 0 || getForm() !== null || document.activeElement !== heading.current) return
    const card = document.querySelector<HTMLElement>('[data-fresh]')
    if (!card) return heading.current?.scrollIntoView({ block: 'nearest' })
    card.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'center' })
  }, [saves])

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
      <ProductDraftOffers form={form} mayOpen={mayGiveUp} />
      {form && (
        <ProductForm key={form.opening} form={form} onSaved={afterSaving} onClosed={() => heading.current?.focus()} />
      )}
      {isArchive ? (
        <ArchiveList filter={filter} />
      ) : (
        <ProductList filter={filter} products={products} fresh={fresh} onAdd={() => show(null)} onEdit={show} />
      )}
    </section>
  )
}

function mayGiveUp(): boolean {
  return !isUnsaved(getForm()) || window.confirm('Close the form without saving your changes?')
}
