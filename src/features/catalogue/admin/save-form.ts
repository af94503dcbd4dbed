import { fetchShopTime, shopNow } from '#admin/shop-now.ts'
import { formatPence, parsePounds } from '#base/money.ts'
import type { Notice } from '#ui/toast-region.tsx'
import type { FieldName } from '../product.schema.ts'
import { changeForm, closeForm, getForm, isOpen, type OpenForm, showErrors } from './open-form.ts'
import { settlePictures } from './pictures.ts'
import { addProduct, changeProduct, findProduct, lostSave, type SaveResult } from './product-api.ts'
import {
  type Draft,
  draftOf,
  type FieldErrors,
  isSameDraft,
  keepsEnd,
  preorderEnd,
  productColumns,
} from './product-draft.ts'

/** The result of a save for the screen. `saved`: the draft that was saved. */
export type SaveOutcome = { saved: Draft | null; notice: Notice | null }

const failed = (description: string): SaveOutcome => ({
  saved: null,
  notice: { title: 'Error', description, tone: 'error', about: 'products' },
})

/**
 * Saves the open form: its pictures first, then its row. Problems appear at their fields; the draft stays, with what is
 * typed during the save. Does not change a form that was opened meanwhile. Null during another save.
 */
export async function saveForm(more: FieldErrors = {}): Promise<SaveOutcome | null> {
  const form = getForm()
  if (!form || form.saving) return null
  changeForm({ freeSlug: null })
  await form.fields.trigger()
  const others = Object.entries({ ...refusedProblem(form), ...more }) as [FieldName, string][]
  for (const [name, message] of others) form.fields.setError(name, { message })
  if (Object.keys(form.fields.getErrors()).length > 0) return { saved: null, notice: null }
  const draft = structuredClone(form.fields.getValues())
  // The current price, also if another administrator has changed it meanwhile.
  const priceNow = form.newer?.row?.price.toFixed(2) ?? form.initial.price
  const question = form.row && priceChangeQuestion(priceNow, draft.price)
  if (question && !window.confirm(question)) return { saved: null, notice: null }
  changeForm({ saving: true })
  const outcome = await save(form, draft)
  if (outcome.saved) await finish(form, outcome.saved)
  else if (isOpen(form)) changeForm({ saving: false })
  return outcome
}

/** Closes the form, unless more was typed during the save: then the saved row becomes its base. */
async function finish(form: OpenForm, saved: Draft): Promise<void> {
  const hasMore = () => isOpen(form) && !isSameDraft(form.fields.getValues(), saved)
  const row = hasMore() ? await findProduct(saved.slug.trim()) : null
  if (hasMore()) changeForm({ saving: false, ...(row && { row, initial: draftOf(row, shopNow()), slugTouched: true }) })
  else if (isOpen(form)) closeForm()
}

/** A refused picture blocks the save, so that the owner notices that it is missing. */
function refusedProblem({ refused }: OpenForm): FieldErrors {
  if (refused.length === 0) return {}
  const other =
    refused.length === 1
      ? 'Choose another in its place, or remove it.'
      : 'Choose others in their place, or remove these.'
  return { pictures: other }
}

async function save(begun: OpenForm, typed: Draft): Promise<SaveOutcome> {
  const allThere = await settlePictures()
  const form = getForm()
  // The form was closed during the upload.
  if (!form || !isOpen(begun)) return { saved: null, notice: null }
  // The browser could not decode a file meanwhile.
  if (form.refused.length > 0) {
    showErrors(form, refusedProblem(form))
    return { saved: null, notice: null }
  }
  if (!allThere) {
    showErrors(form, { pictures: 'Failed to upload image' })
    return failed('Failed to upload image')
  }
  const { row, initial } = form
  // Text typed during the upload waits for the next save; the uploaded pictures do not.
  const draft = { ...typed, pictures: form.fields.getValues('pictures') }
  const entry = { isPreorder: draft.isPreorder, days: draft.preorderDays, shown: initial.preorderDays }
  const needsClock = draft.isPreorder && !keepsEnd(row, entry)
  const now = needsClock ? await fetchShopTime() : new Date()
  if (!now) return failed(lostSave.words)
  const columns = productColumns(draft, preorderEnd(row, entry, now))
  const written = await (row ? changeProduct(row, columns) : addProduct(columns, form.mayBeAdded))
  if (written.kind !== 'saved') return refused(begun, written)
  const description = row ? 'Product updated successfully' : 'Product added successfully'
  return { saved: draft, notice: { title: 'Success', description, tone: 'success', about: 'products' } }
}

function refused(begun: OpenForm, written: Exclude<SaveResult, { kind: 'saved' }>): SaveOutcome {
  const change = (what: Partial<OpenForm>) => isOpen(begun) && changeForm(what)
  if (written.kind === 'stale') {
    // The form shows both versions and takes the focus.
    change({ newer: { row: written.row } })
    return { saved: null, notice: null }
  }
  const { problem, freeSlug } = written
  showErrors(begun, problem.field ? { [problem.field]: problem.words } : {})
  change({
    freeSlug: freeSlug ?? null,
    ...(problem.isLost ? { mayBeAdded: true } : {}),
  })
  return failed(problem.words)
}

/**
 * The question before a price changes by more than half, which is often a misplaced decimal point. Both prices in
 * pounds, as in the field. Null for a smaller change.
 */
export function priceChangeQuestion(before: string, after: string): string | null {
  const [was, willBe] = [parsePounds(before.trim()), parsePounds(after.trim())]
  if (was === null || willBe === null || Math.abs(willBe - was) * 2 <= was) return null
  const size = willBe < was ? 'less than half of' : 'more than one and a half times'
  return `Change the price from ${formatPence(was)} to ${formatPence(willBe)}? That is ${size} what it was.`
}
