import { shopNow } from '#admin/shop-now.ts'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import { formatDeadline } from '../preorders/deadline.ts'
import { changeDraft, type OpenForm, useProductFields } from './open-form.ts'
import { isOver, keepsEnd, preorderEnd } from './preorder-end.ts'

/** Whether it is on pre-order, and for how long. */
export function PreorderFields({ form }: { form: OpenForm }) {
  const { row, initial } = form
  const { draft, errors } = useProductFields(form)
  const entry = { isPreorder: draft.isPreorder, days: draft.preorderDays, shown: initial.preorderDays }
  const mayStayOver = row?.is_preorder === true && entry.days.trim() === entry.shown
  return (
    <>
      <CheckField
        label="Enable Pre-Order"
        name="is_preorder"
        checked={draft.isPreorder}
        // Switched off it forgets its days.
        onChange={(isPreorder) => changeDraft({ isPreorder, ...(isPreorder ? {} : { preorderDays: '' }) })}
      />
      {draft.isPreorder && (
        <div className="mt-2 ml-2.5 border-mulberry border-l-2 py-1 pl-5">
          <Field
            label="Pre-Order Active Days"
            name="preorder_days"
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            required={!mayStayOver}
            value={draft.preorderDays}
            onChange={({ target }) => changeDraft({ preorderDays: target.value })}
            error={errors.preorderDays}
            hint="The pre-order ends automatically after this many days and switches to the regular cart."
            className="max-w-[26rem] [&_input]:max-w-[12rem]"
          />
          <p className="mt-2 text-small">{endInWords(row, entry)}</p>
        </div>
      )}
    </>
  )
}

type Entry = Parameters<typeof preorderEnd>[1]

function endInWords(row: OpenForm['row'], entry: Entry): string | null {
  const now = shopNow()
  const end = preorderEnd(row, entry, now)
  if (!end || !Number.isFinite(Date.parse(end))) return null
  const words = formatDeadline(new Date(end), now)
  if (keepsEnd(row, entry) && isOver(row, now)) {
    return `It ended on ${words} and is sold as usual. Enter days to open it again, or leave it as it is.`
  }
  return keepsEnd(row, entry) ? `It ends on ${words}, and saving leaves it so.` : `Saved now, it ends on ${words}.`
}
