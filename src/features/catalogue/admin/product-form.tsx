import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { useDraftSaving } from '#admin/use-draft.ts'
import { hasStoredSession } from '#platform/client/backend-client.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Rule } from '#ui/rule.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { suggestSlug } from '../slug.ts'
import { SizesField } from './garment-fields.tsx'
import { MoreDetails } from './more-details.tsx'
import { NewerNotice } from './newer-notice.tsx'
import {
  changeDraft,
  changeForm,
  closeForm,
  isOpen,
  isUnsaved,
  type OpenForm,
  productDraft,
  useProductFields,
} from './open-form.ts'
import { PicturesField } from './pictures-field.tsx'
import { PreorderFields } from './preorder-fields.tsx'
import { howManyWait, inWhichSizes, useWaitlistCounts } from './product-api.ts'
import type { FieldErrors } from './product-draft.ts'
import { saveForm } from './save-form.ts'

type ProductFormProps = {
  form: OpenForm
  /** Receives the saved slug. */
  onSaved: (slug: string) => Promise<void>
  onClosed: () => void
}

/** The form of a new or an existing product. After a refused save the first field with an error gets the focus. */
export function ProductForm({ form, onSaved, onClosed }: ProductFormProps) {
  const { row, saving, slugTouched } = form
  const { draft, errors } = useProductFields(form)
  useUnsaved(isUnsaved(form))
  const element = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useDraftSaving({
    form: 'product',
    rowId: row?.id ?? 'new',
    version: row ? String(row.version) : '',
    value: isUnsaved(form) ? productDraft(form) : null,
    initial: null,
    slot: form.slot,
    isOver: () => !isOpen(form),
  })

  // The messages, and the details that open for one, exist only after this render.
  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const outcome = await saveForm(unreadable(event.currentTarget))
    if (!outcome) return
    if (outcome.notice) void toast(outcome.notice)
    if (outcome.saved) await onSaved(outcome.saved.slug.trim())
    else setTries((count) => count + 1)
  }

  function rename(name: string) {
    changeDraft(slugTouched ? { name } : { name, slug: suggestSlug(name) })
  }

  return (
    <section aria-labelledby="product-form" className="mt-7">
      <Rule className="text-mulberry/60" />
      <form ref={element} onSubmit={submit} noValidate data-product-form className="pt-6">
        <h3 id="product-form" ref={focusNow} tabIndex={-1} className="text-title leading-tight outline-none">
          {row ? 'Edit Product' : 'Add New Product'}
        </h3>
        {row && <WaitlistNote productId={row.id} sizes={row.sizes} />}
        {form.newer && <NewerNotice form={form} newer={form.newer} />}
        <div className="mt-6 grid gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-8 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
          <div className="grid content-start gap-y-7 lg:col-span-7">
            <Field
              label="Product Name"
              name="name"
              required
              value={draft.name}
              onChange={({ target }) => rename(target.value)}
              error={errors.name}
              autoComplete="off"
            />
            <SlugField form={form} />
            <FieldFrame label="Description" error={errors.description}>
              {(bound) => (
                <textarea
                  {...bound}
                  name="description"
                  required
                  rows={4}
                  value={draft.description}
                  onChange={({ target }) => changeDraft({ description: target.value })}
                  className={`field-sizing-content mt-1 max-h-[24lh] min-h-[4lh] resize-y leading-[1.55] ${inputLook}`}
                />
              )}
            </FieldFrame>
            <Field
              label="Price (£)"
              name="price"
              type="number"
              inputMode="decimal"
              step="0.01"
              min="0.01"
              required
              value={draft.price}
              onChange={({ target }) => changeDraft({ price: target.value })}
              error={errors.price}
              className="[&_input::-webkit-inner-spin-button]:appearance-none [&_input]:max-w-[12rem] [&_input]:[appearance:textfield]"
            />
          </div>
          <div className="lg:col-span-5 lg:col-start-8 lg:row-span-2 lg:row-start-1">
            <PicturesField form={form} />
          </div>
          <div className="grid content-start gap-y-6 lg:col-span-7">
            <div>
              <CheckField
                label="Active (visible in shop)"
                name="active"
                checked={draft.active}
                onChange={(active) => changeDraft({ active })}
              />
              <PreorderFields form={form} />
            </div>
            <SizesField form={form} />
            <MoreDetails form={form} />
          </div>
        </div>
        <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-8 border-line border-t bg-paper px-(--gutter) py-3">
          <div className="flex items-center gap-x-4">
            <Button type="submit" aria-disabled={saving} className="max-sm:grow">
              {saving ? 'Saving...' : 'Save Product'}
            </Button>
            <Button
              tone="line"
              onClick={() => {
                closeForm()
                onClosed()
              }}
            >
              Cancel
            </Button>
          </div>
        </div>
      </form>
    </section>
  )
}

/** Messages for numbers that the browser cannot parse, such as '89,50' in English: such a field has an empty value. */
function unreadable(form: HTMLFormElement): FieldErrors {
  const isBad = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.validity.badInput
  return {
    ...(isBad('price') ? { price: 'A price in pounds, such as 89.50.' } : {}),
    ...(isBad('preorder_days') ? { preorderDays: 'A whole number of days from 1 to 3650.' } : {}),
    ...(isBad('production_days') ? { productionDays: 'A whole number of days from 1 to 365, or leave blank.' } : {}),
    ...(isBad('preorder_limit') ? { preorderLimit: 'A whole number of 1 or more, or leave blank.' } : {}),
  }
}

/** How many customers wait for the product, by size; renders nothing for none. */
function WaitlistNote({ productId, sizes }: { productId: string; sizes: readonly string[] }) {
  const counts = useWaitlistCounts().get(productId) ?? []
  const many = howManyWait(counts)
  if (!many) return null
  return (
    <p className="wrap-any mt-4 border-mulberry/60 border-l-2 pl-4 text-small">
      <strong className="font-medium">{many}</strong> to order it, in {inWhichSizes(counts, sizes)}.{' '}
      <span className="text-ink-soft">We’ll e-mail them when they can order it.</span>
    </p>
  )
}

/** The slug. It follows the name until the owner edits it; if it is taken, the form offers a free one. */
function SlugField({ form }: { form: OpenForm }) {
  const { row, freeSlug } = form
  const { draft, errors } = useProductFields(form)
  const { slug } = draft

  function write(typed: string) {
    // An emptied slug follows the name again.
    changeForm({ slugTouched: typed !== '' || row !== null })
    changeDraft({ slug: typed })
  }

  return (
    <div>
      <Field
        label="URL Slug"
        name="slug"
        placeholder="mary-dress"
        required
        value={slug}
        onChange={({ target }) => write(target.value)}
        hint={hintOf(slug, row?.slug)}
        error={errors.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="wrap-any"
      />
      {freeSlug && <TextButton onClick={() => write(freeSlug)}>{`Use ${freeSlug}`}</TextButton>}
    </div>
  )
}

function hintOf(slug: string, saved: string | undefined): string {
  if (saved && slug !== saved) return `Links to /product/${saved} keep working: they lead to the new address.`
  return `Its page will be at /product/${slug || 'mary-dress'}`
}

const question = 'Leave without saving? Your changes to this product will be lost.'

/**
 * Asks for a confirmation before leaving the page with unsaved changes. A sign-out needs none: the form opens again
 * after the next sign-in.
 */
function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return unsaved && currentLocation.pathname !== nextLocation.pathname && hasStoredSession()
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!window.confirm(question)) return blocker.reset()
    closeForm()
    blocker.proceed()
  }, [blocker])
}
