import { shopNow } from '#admin/shop-now.ts'
import { fromShopClock, toShopClock } from '#base/shop-clock.ts'
import { clockName, formatDeadline } from '#base/shop-time.ts'
import { CheckField } from '#ui/choice-field.tsx'
import { Field } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { daysLeft, type PreorderReason, preorderReasons } from '../preorders/preorder.ts'
import { formFields } from '../product.schema.ts'
import { bind, type OpenForm, type PartProps } from './open-form.ts'
import { PreorderEnds } from './preorder-ends.tsx'
import { usePreorderPieces } from './product-api.ts'
import { isOver, keepsEnd, preorderEnd, preorderEntry } from './product-draft.ts'
import type { PreorderPieces } from './products.contract.ts'

/** The fields for a pre-order: its switch, its days, which set its end, the end itself, and the limit. */
export function PreorderFields({ form, change }: PartProps) {
  const { row, initial, draft } = form
  const entry = preorderEntry(draft, initial)
  const mayStayOver = row?.is_preorder === true && entry.days.trim() === entry.shown
  return (
    <>
      <CheckField
        label="Enable Pre-Order"
        name="is_preorder"
        checked={draft.isPreorder}
        // Switching off clears the days.
        onChange={(isPreorder) => change({ isPreorder, ...(isPreorder ? {} : { preorderDays: '', preorderEnd: '' }) })}
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
            {...bind({ form, change }, 'preorderDays')}
            onChange={({ target }) => change({ preorderDays: target.value, preorderEnd: '' })}
            hint="The pre-order ends automatically after this many days and switches to the regular cart."
            className="max-w-[26rem] [&_input]:max-w-[12rem]"
          />
          <Field
            label={`Ends on (${clockName})`}
            name="preorder_end"
            type="datetime-local"
            value={draft.preorderEnd || shownEnd(row, entry)}
            error={form.errors.preorderEnd}
            onChange={({ target }) => change({ preorderEnd: target.value, preorderDays: daysUntil(target.value) })}
            hint="The days set it. Or choose the day and time yourself, such as Sunday 23:59."
            className="mt-5 max-w-[26rem] [&_input]:max-w-[16rem]"
          />
          <p className="mt-2 text-small">{endInWords(row, entry)}</p>
          {row && <PreorderEnds productId={row.id} version={row.version} />}
          <PreorderLimitField form={form} change={change} />
          <ReasonFields form={form} change={change} />
        </div>
      )}
    </>
  )
}

const noReason = { id: '', name: 'None' } as const

/** The reason to pre-order, and the early price where that is the reason. */
function ReasonFields({ form, change }: PartProps) {
  const { draft } = form
  return (
    <div className="mt-5 grid max-w-[34rem] gap-y-5">
      <SelectField
        label={formFields.preorderReason.label}
        name="preorder_reason"
        prompt={null}
        choices={[noReason, ...preorderReasons]}
        {...bind({ form, change }, 'preorderReason')}
        hint={reasonHints[draft.preorderReason]}
      />
      {draft.preorderReason === 'price' && (
        <Field
          label={formFields.preorderPrice.label}
          name="preorder_price"
          type="number"
          inputMode="decimal"
          step="0.01"
          min="0.01"
          required
          {...bind({ form, change }, 'preorderPrice')}
          hint="Charged while the pre-order is live. The usual price is shown beside it and applies once the pre-order ends."
          className="[&_input]:max-w-[12rem]"
        />
      )}
    </div>
  )
}

const reasonHints: Record<PreorderReason | '', string> = {
  '': 'Its page shows this in one line, as a reason to order now.',
  price: 'Customers pay less until the pre-order ends.',
  numbered: 'Each piece gets a number when it’s paid for, from 1 to the limit above. Sew the number into the garment.',
  first: 'Its pieces come first on the cut list. Please cut them first, as the page promises.',
}

type Entry = Parameters<typeof preorderEnd>[1]

/** The end that the days give, as the field has it; empty without days. */
function shownEnd(row: OpenForm['row'], entry: Entry): string {
  const now = shopNow()
  const end = isOver(row, now) && keepsEnd(row, entry) ? null : preorderEnd(row, entry, now)
  return end && Number.isFinite(Date.parse(end)) ? toShopClock(new Date(end)) : ''
}

/** The days that a chosen end is away, for the field of the days. */
function daysUntil(typed: string): string {
  const end = fromShopClock(typed)
  const left = end ? daysLeft(end, shopNow()) : 0
  return left > 0 ? String(left) : ''
}

function endInWords(row: OpenForm['row'], entry: Entry): string | null {
  const now = shopNow()
  const end = preorderEnd(row, entry, now)
  if (!end || !Number.isFinite(Date.parse(end))) return null
  const words = formatDeadline(new Date(end), now)
  if (keepsEnd(row, entry) && isOver(row, now)) {
    return `It ended on ${words} and is now sold as usual. To reopen it, enter a number of days.`
  }
  return keepsEnd(row, entry)
    ? `It ends on ${words}. Saving doesn’t change that.`
    : `If you save now, it ends on ${words}.`
}

/** The limit of a pre-order and the number of pieces ordered; a lower limit gets an explanation, and may be saved. */
function PreorderLimitField({ form, change }: PartProps) {
  const { row, draft } = form
  const pieces = usePreorderPieces(row?.id)
  return (
    <Field
      label="Pre-order limit"
      name="preorder_limit"
      type="number"
      inputMode="numeric"
      min={1}
      step={1}
      {...bind({ form, change }, 'preorderLimit')}
      hint={limitInWords(draft.preorderLimit, pieces)}
      className="mt-5 max-w-[26rem] [&_input]:max-w-[12rem]"
    />
  )
}

/** The effect of a limit when this many pieces are pre-ordered, as text; `pieces` is null if unknown. */
export function limitInWords(typed: string, pieces: PreorderPieces | null): string {
  const rule = 'How many pieces can be pre-ordered. Leave blank for no limit.'
  if (!pieces || pieces.sold + pieces.reserved === 0) return rule
  const { sold, reserved } = pieces
  const state = piecesInWords(pieces)
  const limit = typed.trim() ? Number(typed) : null
  if (limit === null || !Number.isInteger(limit) || limit < 1) return `${state}. Leave blank for no limit.`
  if (limit < sold) return `${state}. These orders stay; with this limit, no more can be pre-ordered.`
  if (limit === sold) return `${state}, so this limit is reached.`
  if (limit < sold + reserved) return `${state}. Those can still be paid for, even beyond this limit.`
  return `${state}. ${limit - sold} ${limit - sold === 1 ? 'is' : 'are'} left.`
}

function piecesInWords({ sold, reserved }: PreorderPieces): string {
  const paid = sold === 0 ? 'No pre-orders yet' : `${sold} ${sold === 1 ? 'is' : 'are'} pre-ordered`
  if (reserved === 0) return paid
  return `${paid}, ${reserved}${sold === 0 ? '' : ' more'} ${reserved === 1 ? 'is' : 'are'} being paid for`
}
