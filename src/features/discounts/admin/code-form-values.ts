import { fromShopClock, toShopClock } from '#ui/time/shop-clock.ts'
import { normalCode } from '../discount-codes.ts'
import type { DiscountCode } from './discount-code.ts'

/** What stands in the form. Times as the shop's clock shows them, '2026-12-05T18:00'; empty: none. */
export type CodeValues = {
  code: string
  percent: string
  starts: string
  ends: string
  minimum: string
  uses: string
  active: boolean
}
export type CodeField = Exclude<keyof CodeValues, 'active'>
export type CodeErrors = Partial<Record<CodeField, string>>

/** What is written to the table; without `starts_at` a new code starts at once. */
export type CodeChange = Pick<
  DiscountCode,
  'percent' | 'active' | 'ends_at' | 'minimum_subtotal' | 'max_redemptions'
> & {
  starts_at?: string
}

/** The form of a code, or of a new one. */
export function valuesOf(code: DiscountCode | null): CodeValues {
  return {
    code: code?.code ?? '',
    percent: code ? String(code.percent) : '',
    starts: code ? toShopClock(new Date(code.starts_at)) : '',
    ends: code?.ends_at ? toShopClock(new Date(code.ends_at)) : '',
    minimum: code?.minimum_subtotal ? code.minimum_subtotal.toFixed(2) : '',
    uses: code?.max_redemptions ? String(code.max_redemptions) : '',
    active: code?.active ?? true,
  }
}

/** A code as it is typed: in capitals, without blanks. */
export function typedCode(text: string): string {
  return text.toUpperCase().replaceAll(/\s/g, '').slice(0, 40)
}

type Read = { code: string; change: CodeChange; errors?: undefined } | { errors: CodeErrors }

/**
 * What the form says, or what is wrong with it, by field. A time nobody has touched stays what `before` has, to the
 * microsecond.
 */
export function readValues(values: CodeValues, before: DiscountCode | null): Read {
  const errors: CodeErrors = {}
  const untouched = valuesOf(before)
  const code = before?.code ?? normalCode(values.code)
  if (code === null) errors.code = values.code ? codeForm : 'Please enter a code.'
  const percent = wholeNumber(values.percent)
  if (percent === null || percent < 1 || percent > 100) errors.percent = 'Please enter a whole number from 1 to 100.'
  const starts =
    before && values.starts === untouched.starts ? before.starts_at : timeOf('starts', values.starts, errors)
  const ends = before && values.ends === untouched.ends ? before.ends_at : timeOf('ends', values.ends, errors)
  if (before && !values.starts && !errors.starts) errors.starts = 'Please enter when it starts.'
  if (starts && ends && Date.parse(ends) <= Date.parse(starts)) errors.ends = endsTooSoon
  const minimum = values.minimum.trim().replace(/^£\s*/, '')
  if (minimum && !/^\d{1,6}(\.\d{1,2})?$/.test(minimum)) errors.minimum = 'Please enter an amount, such as 50 or 49.50.'
  const uses = values.uses.trim() ? wholeNumber(values.uses) : null
  if (values.uses.trim() && (uses === null || uses < 1 || uses > 2_000_000_000)) {
    errors.uses = 'Please enter a whole number from 1, or nothing.'
  } else if (before && uses !== null && uses < before.redeemed + before.held) {
    errors.uses = tooFewUses(before)
  }
  if (Object.keys(errors).length > 0 || code === null || percent === null) return { errors }
  return {
    code,
    change: {
      percent,
      active: values.active,
      ...(starts && { starts_at: starts }),
      ends_at: ends,
      minimum_subtotal: Number(minimum) || null,
      max_redemptions: uses,
    },
  }
}

const codeForm = 'A code is letters and digits, with - or _ between them, 40 at most.'
const endsTooSoon = 'It has to end after it starts.'

/** Why a limit cannot be lower than what is used. */
function tooFewUses({ redeemed, held }: Pick<DiscountCode, 'redeemed' | 'held'>): string {
  const taken = redeemed + held
  const open = held > 0 ? `, ${held} of them on open payment pages` : ''
  return `${taken} ${taken === 1 ? 'use is' : 'uses are'} taken already${open}. To end the code now, switch it off.`
}

/** What the database refused, by field; null for what no field is to blame for. */
export function errorsOf({ code, message }: { code?: string; message?: string }): CodeErrors | null {
  if (code === '23505') return { code: 'There is a code of this name already.' }
  if (code !== '23514') return null
  if (message?.includes('discount_codes_within_limit')) {
    return { uses: 'More uses than that are taken already. To end the code now, switch it off.' }
  }
  if (message?.includes('percent')) return { percent: 'Please enter a whole number from 1 to 100.' }
  if (message?.includes('max_redemptions')) return { uses: 'Please enter a whole number from 1, or nothing.' }
  if (message?.includes('minimum_subtotal')) return { minimum: 'Please enter an amount, such as 50 or 49.50.' }
  if (message?.includes('code_check')) return { code: codeForm }
  return { ends: endsTooSoon }
}

function wholeNumber(text: string): number | null {
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : null
}

function timeOf(field: 'starts' | 'ends', shown: string, errors: CodeErrors): string | null {
  if (!shown) return null
  const moment = fromShopClock(shown)
  // In spring one hour is left out, and a day may be half typed.
  if (!moment) errors[field] = 'The shop’s clock never shows this. Please choose another time.'
  return moment?.toISOString() ?? null
}
