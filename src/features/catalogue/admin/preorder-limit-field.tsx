import { Field } from '#ui/field.tsx'
import { changeDraft, type OpenForm, useProductFields } from './open-form.ts'
import { type PreorderPieces, usePreorderPieces } from './product-queries.ts'

/** How many may be pre-ordered, beside how many are; a limit below that is kindly explained, and may be saved. */
export function PreorderLimitField({ form }: { form: OpenForm }) {
  const { row } = form
  const { draft, errors } = useProductFields(form)
  const pieces = usePreorderPieces(row?.id)
  return (
    <Field
      label="Pre-order limit"
      name="preorder_limit"
      type="number"
      inputMode="numeric"
      min={1}
      step={1}
      value={draft.preorderLimit}
      onChange={({ target }) => changeDraft({ preorderLimit: target.value })}
      hint={limitInWords(draft.preorderLimit, pieces)}
      error={errors.preorderLimit}
      className="[&_input]:max-w-[12rem]"
    />
  )
}

/** What a limit means with so many pieces pre-ordered; `pieces` is null where that is not known. */
export function limitInWords(typed: string, pieces: PreorderPieces | null): string {
  const rule = 'How many pieces can be pre-ordered. Leave blank for no limit.'
  if (!pieces || pieces.sold + pieces.reserved === 0) return rule
  const { sold, reserved } = pieces
  const state = piecesInWords(pieces)
  const limit = typed.trim() ? Number(typed) : null
  if (limit === null || !Number.isInteger(limit) || limit < 1) return `${state}. Leave blank for no limit.`
  if (limit < sold) return `${state}. These orders stay; with this limit no more can be pre-ordered.`
  if (limit === sold) return `${state}, so this limit is reached.`
  if (limit < sold + reserved) return `${state}. Those can still be paid for, even beyond this limit.`
  return `${state}. ${limit - sold} ${limit - sold === 1 ? 'is' : 'are'} left.`
}

function piecesInWords({ sold, reserved }: PreorderPieces): string {
  const paid = sold === 0 ? 'None are pre-ordered yet' : `${sold} ${sold === 1 ? 'is' : 'are'} pre-ordered`
  if (reserved === 0) return paid
  return `${paid}, ${reserved}${sold === 0 ? '' : ' more'} ${reserved === 1 ? 'is' : 'are'} being paid for`
}
