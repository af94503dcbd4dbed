import { useEffect, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { callFunction } from '../call-function.ts'
import { changeDraft, type OpenForm } from './open-form.ts'

/** How many may be pre-ordered, beside how many are; a limit below that is kindly explained, and may be saved. */
export function PreorderLimitField({ form: { row, draft, errors } }: { form: OpenForm }) {
  const units = usePreorderUnits(row?.id)
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
      hint={limitInWords(draft.preorderLimit, units)}
      error={errors.preorderLimit}
      className="[&_input]:max-w-[12rem]"
    />
  )
}

/** What a limit means with so many units taken by pre-orders; `units` is null where that is not known. */
export function limitInWords(typed: string, units: number | null): string {
  const rule = 'Pieces that may be pre-ordered; empty: as many as are wanted.'
  if (!units) return rule
  const many = units === 1 ? '1 is' : `${units} are`
  const taken = `${many} pre-ordered or being paid for.`
  const limit = typed.trim() ? Number(typed) : null
  if (limit === null || !Number.isInteger(limit) || limit < 1) return `${taken} Empty: as many as are wanted.`
  if (limit > units) return `${taken} ${limit - units} more can be.`
  if (limit === units) return `${taken} So nobody can pre-order another.`
  return `${taken} Those orders stay and are to be made; with this limit nobody can pre-order another.`
}

function usePreorderUnits(productId: string | undefined): number | null {
  const [units, setUnits] = useState<number | null>(null)
  useEffect(() => {
    if (!productId) return
    let over = false
    callFunction<{ units: number }>(`preorder-units?product_id=${productId}`).then(({ value }) => {
      if (value && !over) setUnits(value.units)
    })
    return () => {
      over = true
    }
  }, [productId])
  return units
}
