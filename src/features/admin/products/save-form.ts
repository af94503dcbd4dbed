import type { Notice } from '#ui/toast.ts'
import { checkDraft, type FieldErrors } from './check-draft.ts'
import { changeForm, closeForm, getForm, type OpenForm } from './open-form.ts'
import { settlePictures } from './pictures.ts'
import { keepsEnd, preorderEnd } from './preorder-end.ts'
import { productColumns } from './product-columns.ts'
import { askShopTime } from './shop-clock.ts'
import { addProduct, changeProduct, type Written } from './write-product.ts'

/** What is to be told of a save; `saved` closes the form. */
export type SaveOutcome = { saved: boolean; notice: Notice | null }

const failed = (description: string): SaveOutcome => ({
  saved: false,
  notice: { title: 'Error', description, tone: 'error', about: 'products' },
})

/**
 * Saves what the form says: its pictures first, then its row. Whatever goes wrong stands at its field, and the form
 * stays as it is. Null while a save is under way.
 */
export async function saveForm(more: FieldErrors = {}): Promise<SaveOutcome | null> {
  const form = getForm()
  if (!form || form.saving) return null
  const errors = { ...checkDraft(form.draft, { needsDays: needsDays(form) }), ...more }
  changeForm({ errors, freeSlug: null })
  if (Object.keys(errors).length > 0) return { saved: false, notice: null }
  changeForm({ saving: true })
  const outcome = await save(form)
  changeForm({ saving: false })
  if (outcome.saved) closeForm()
  return outcome
}

/** A pre-order that was on before and whose days nobody touched may be over, and stays as it is. */
function needsDays({ row, draft, initial }: OpenForm): boolean {
  return !(row?.is_preorder && draft.preorderDays.trim() === initial.preorderDays)
}

async function save(begun: OpenForm): Promise<SaveOutcome> {
  const allThere = await settlePictures()
  if (!allThere) {
    changeForm({ errors: { pictures: 'Failed to upload image' } })
    return failed('Failed to upload image')
  }
  const form = getForm()
  if (!form) return failed('Failed to save product')
  const { row, initial } = form
  // What was typed while pictures were on their way waits for the next save, but for the pictures.
  const draft = { ...begun.draft, pictures: form.draft.pictures }
  const entry = { isPreorder: draft.isPreorder, days: draft.preorderDays, shown: initial.preorderDays }
  const needsClock = draft.isPreorder && !keepsEnd(row, entry)
  const now = needsClock ? await askShopTime() : new Date()
  if (!now) return failed('The shop could not be reached. What you wrote is kept; please try again.')
  const columns = productColumns(draft, preorderEnd(row, entry, now))
  const written = await (row ? changeProduct(row, columns) : addProduct(columns, form.mayBeAdded))
  return told(written, row !== null)
}

function told(written: Written, wasThere: boolean): SaveOutcome {
  if (written.kind === 'saved') {
    const description = wasThere ? 'Product updated successfully' : 'Product added successfully'
    return { saved: true, notice: { title: 'Success', description, tone: 'success', about: 'products' } }
  }
  if (written.kind === 'stale') {
    changeForm({ newer: { row: written.row } })
    return failed(
      written.row
        ? 'It was changed by someone else. Please reload it; what you wrote is kept.'
        : 'It was deleted by someone else. What you wrote is kept.',
    )
  }
  const { problem, freeSlug } = written
  changeForm({
    errors: problem.field ? { [problem.field]: problem.words } : {},
    freeSlug: freeSlug ?? null,
    ...(problem.isLost ? { mayBeAdded: true } : {}),
  })
  return failed(problem.words)
}
