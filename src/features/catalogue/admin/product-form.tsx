import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ConflictNotice, listDifferences } from '#admin/conflict-notice.tsx'
import { shopNow } from '#admin/shop-now.ts'
import { decimalPounds, penceFromPounds } from '#base/money.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/choice-field.tsx'
import { Field, FieldFrame, inputLook } from '#ui/field.tsx'
import { focusNow } from '#ui/focus-now.ts'
import type { Ask } from '#ui/question-dialog.tsx'
import { Rule } from '#ui/rule.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import type { SaveCustoms } from '../customs/admin/customs-section.tsx'
import { type FieldName, formFields, type ProductRow } from '../product.schema.ts'
import { SizesField } from './garment-fields.tsx'
import { MoreDetails } from './more-details.tsx'
import { bind, type FormDispatch, type OpenForm, openForm, type PartProps, type SaveOutcome } from './open-form.ts'
import { PicturesField } from './pictures-field.tsx'
import { PreorderFields } from './preorder-fields.tsx'
import { howManyWait, inWhichSizes, useWaitlistCounts } from './product-api.ts'
import {
  checkDraft,
  type Draft,
  draftFieldText,
  draftOf,
  type FieldErrors,
  priceChangeQuestion,
} from './product-draft.ts'
import { refusedProblem } from './use-product-form.ts'

type ProductFormProps = {
  form: OpenForm
  dispatch: FormDispatch
  ask: Ask
  /** Receives the saved slug. */
  onSaved: (slug: string) => Promise<void>
  onClosed: () => void
}

/** The form of a new or an existing product. After a refused save the first field with an error gets the focus. */
export function ProductForm({ form, dispatch, ask, onSaved, onClosed }: ProductFormProps) {
  const { opening, row, draft, errors, newer, saving } = form
  const part: PartProps = { form, change: (change) => dispatch({ type: 'type', change }) }
  const element = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [tries, setTries] = useState(0)
  const onSaveCustoms = useRef<SaveCustoms>(null)
  useEffect(() => heading.current?.focus(), [])

  // The messages, and the details that open for one, exist only after this render.
  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving) return
    const problems = unreadable(event.currentTarget)
    // It stays typed where it cannot be saved, and the form stays open.
    const isSaved = (await onSaveCustoms.current?.()) ?? true
    const outcome = isSaved ? await save(problems) : notSaved
    if (outcome.notice) void toast(outcome.notice)
    if (outcome.saved) await onSaved(outcome.saved)
    else setTries((count) => count + 1)
  }

  /** Saves the pictures, then the row. Problems appear at their fields; the draft stays, with what is typed meanwhile. */
  async function save(more: FieldErrors): Promise<SaveOutcome> {
    const errors = {
      ...checkDraft(draft, { needsDays: needsDays(form), now: shopNow() }),
      ...refusedProblem(form),
      ...more,
    }
    dispatch({ type: 'change', opening, change: { errors, freeSlug: null } })
    if (Object.keys(errors).length > 0) return notSaved
    // The present price, also if another administrator has changed it meanwhile.
    const opened = newer?.row ?? row
    const question = opened && priceChangeQuestion(decimalPounds(penceFromPounds(opened.price)), draft.price)
    const choices = [{ id: 'change', label: 'Change the price' }] as const
    if (question && !(await ask({ title: question, body: [], choices }))) return notSaved
    dispatch({ type: 'retry', which: () => true })
    return new Promise((settle) => {
      dispatch({ type: 'change', opening, change: { saving: { draft, isWriting: false, settle } } })
    })
  }

  return (
    <section aria-labelledby="product-form" className="mt-7">
      <Rule className="text-mulberry/60" />
      <form ref={element} onSubmit={submit} noValidate data-product-form className="pt-6">
        <h3 id="product-form" ref={heading} tabIndex={-1} className="text-title leading-tight outline-none">
          {row ? 'Edit Product' : 'Add New Product'}
        </h3>
        {row && <WaitlistNote productId={row.id} sizes={row.sizes} />}
        {newer && (
          <NewerNotice form={form} newer={newer.row} dispatch={dispatch} onDetached={() => heading.current?.focus()} />
        )}
        <div className="mt-6 grid gap-x-[clamp(2.5rem,6vw,6rem)] gap-y-8 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
          <div className="grid content-start gap-y-7 lg:col-span-7">
            <Field label="Product Name" name="name" required {...bind(part, 'name')} autoComplete="off" />
            <SlugField {...part} />
            <FieldFrame label="Description" error={errors.description}>
              {(bound) => (
                <textarea
                  {...bound}
                  name="description"
                  required
                  rows={4}
                  value={draft.description}
                  onChange={bind(part, 'description').onChange}
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
              {...bind(part, 'price')}
              className="[&_input::-webkit-inner-spin-button]:appearance-none [&_input]:max-w-[12rem] [&_input]:[appearance:textfield]"
            />
          </div>
          <div className="lg:col-span-5 lg:col-start-8 lg:row-span-2 lg:row-start-1">
            <PicturesField form={form} dispatch={dispatch} />
          </div>
          <div className="grid content-start gap-y-6 lg:col-span-7">
            <div>
              <CheckField
                label="Active (visible in shop)"
                name="active"
                checked={draft.active}
                onChange={(active) => part.change({ active })}
              />
              <PreorderFields {...part} />
            </div>
            <SizesField {...part} />
            <MoreDetails {...part} onSaveCustoms={onSaveCustoms} />
          </div>
        </div>
        <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-8 border-line border-t bg-paper px-(--gutter) py-3">
          <div className="flex items-center gap-x-4">
            <Button type="submit" aria-disabled={saving !== null} className="max-sm:grow">
              {saving ? 'Saving...' : 'Save Product'}
            </Button>
            <Button
              tone="line"
              onClick={() => {
                dispatch({ type: 'close' })
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

const notSaved: SaveOutcome = { saved: null, notice: null }

/** An ended pre-order that stays switched on with unchanged days needs no days. */
function needsDays({ row, initial, draft }: OpenForm): boolean {
  return !(row?.is_preorder && draft.preorderDays.trim() === initial.preorderDays)
}

/** Messages for numbers that the browser cannot parse, such as '89,50' in English: such a field has an empty value. */
function unreadable(form: HTMLFormElement): FieldErrors {
  const isBad = (name: string) => form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.validity.badInput
  return {
    ...(isBad('price') ? { price: 'A price in pounds, such as 89.50.' } : {}),
    ...(isBad('preorder_days') ? { preorderDays: 'A whole number of days from 1 to 3650.' } : {}),
    ...(isBad('production_days') ? { productionDays: 'A whole number of days from 1 to 365, or leave blank.' } : {}),
    ...(isBad('work_hundredths') ? { workHundredths: 'A number of pieces, such as 0.5 or 2, or leave blank.' } : {}),
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
function SlugField({ form, change }: PartProps) {
  const { row, freeSlug, draft } = form
  return (
    <div>
      <Field
        label="URL Slug"
        name="slug"
        placeholder="mary-dress"
        required
        {...bind({ form, change }, 'slug')}
        hint={hintOf(draft.slug, row?.slug)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="wrap-any"
      />
      {freeSlug && <TextButton onClick={() => change({ slug: freeSlug })}>{`Use ${freeSlug}`}</TextButton>}
    </div>
  )
}

function hintOf(slug: string, saved: string | undefined): string {
  if (saved && slug !== saved) return `Links to /product/${saved} keep working: they lead to the new address.`
  return `Its page will be at /product/${slug || 'mary-dress'}`
}

type NewerNoticeProps = { form: OpenForm; newer: ProductRow | null; dispatch: FormDispatch; onDetached: () => void }

const fields = (Object.keys(formFields) as FieldName[]).map((field) => ({
  label: formFields[field].label,
  words: (draft: Draft) => draftFieldText(draft, field),
}))

/** The notice that another administrator has saved or deleted (`newer` null) the garment meanwhile. */
function NewerNotice({ form, newer, dispatch, onDetached }: NewerNoticeProps) {
  if (newer) {
    const versions = { base: form.initial, mine: form.draft, theirs: draftOf(newer, shopNow()) }
    return (
      <ConflictNotice
        className="mt-6"
        row={{ table: 'products', id: newer.id }}
        differences={listDifferences(fields, versions)}
        onKeepMine={() => dispatch({ type: 'keep-mine' })}
        onTakeTheirs={() => dispatch({ type: 'open', form: openForm(newer, shopNow()) })}
      >
        “Keep my changes” keeps the whole form as it is, in place of theirs. Nothing is saved until you press Save
        Product.
      </ConflictNotice>
    )
  }
  return (
    <div
      ref={focusNow}
      tabIndex={-1}
      className="mt-6 max-w-[46rem] border-mulberry border-l-2 bg-paper-deep/60 py-4 pr-4 pl-5 outline-none"
    >
      <p className="font-serif text-name">Someone else deleted this product while you had it open.</p>
      <p className="mt-2 text-small">Your text is still here. You can save it as a new product.</p>
      <Button
        tone="line"
        className="mt-4"
        onClick={() => {
          dispatch({ type: 'change', opening: form.opening, change: { row: null, newer: null } })
          onDetached()
        }}
      >
        Make it a new product
      </Button>
    </div>
  )
}
