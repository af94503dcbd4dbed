import { z } from 'zod'
import { decimalPounds, parsePounds, penceFromPounds, poundsFromPence } from '#base/money.ts'
import { fromShopClock, toShopClock } from '#base/shop-clock.ts'
import { failedConstraint, RequestError } from '#platform/client/functions.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { normalCode } from '../discount-codes.ts'
import type { DiscountCode } from './discount-code.ts'

/** The fields of the form. Times as the shop's clock shows them, '2026-12-05T18:00'; empty: none. */
export type CodeValues = {
  code: string
  percent: string
  starts: string
  ends: string
  minimum: string
  uses: string
  active: boolean
}
export type CodeErrors = Partial<Record<Exclude<keyof CodeValues, 'active'>, string>>

/** The columns a save writes; without `starts_at` a new code starts at once. */
export type CodeChange = Pick<
  DiscountCode,
  'percent' | 'active' | 'ends_at' | 'minimum_subtotal' | 'max_redemptions'
> & {
  starts_at?: string
}

const messages = {
  codeMissing: 'Please enter a code.',
  code: 'Please use letters and numbers, with - or _ between them, up to 40.',
  percent: 'Please enter a whole number from 1 to 100.',
  startMissing: 'Please enter when it starts.',
  // One hour of the spring change does not exist, and a date field may be incomplete.
  time: 'The clocks go forward and skip this time. Please choose another.',
  ends: 'The end must be later than the start.',
  minimum: 'Please enter an amount, such as 50 or 49.50.',
  uses: 'Please enter a whole number, or leave this blank.',
}

/** The form of a code, or of a new one. */
export function formValuesOf(code: DiscountCode | null): CodeValues {
  return {
    code: code?.code ?? '',
    percent: code ? String(code.percent) : '',
    starts: code ? toShopClock(new Date(code.starts_at)) : '',
    ends: code?.ends_at ? toShopClock(new Date(code.ends_at)) : '',
    minimum: code?.minimum_subtotal ? decimalPounds(penceFromPounds(code.minimum_subtotal)) : '',
    uses: code?.max_redemptions ? String(code.max_redemptions) : '',
    active: code?.active ?? true,
  }
}

/** A code in capitals without spaces, while the owner types. */
export function typedCode(text: string): string {
  return readTyped(text).toUpperCase().replaceAll(' ', '').slice(0, 40)
}

/**
 * Parses `CodeValues` into the code and its columns. A time that was not edited stays as `before` has it, to the
 * microsecond.
 */
export function discountFormSchema(before: DiscountCode | null) {
  return z
    .object({
      code: codeField(before),
      percent: wholeNumber(100, messages.percent),
      starts: timeField('starts', before),
      ends: timeField('ends', before),
      minimum: z
        .string()
        .transform((text) => text.trim().replace(/^£\s*/, ''))
        .refine((text) => /^(?:\d{1,6}(?:\.\d{1,2})?)?$/.test(text), messages.minimum)
        .transform((text) => {
          const amount = parsePounds(text)
          return amount ? poundsFromPence(amount) : null
        }),
      uses: usesField(before),
      active: z.boolean(),
    })
    .refine(({ starts, ends }) => !starts || !ends || Date.parse(ends) > Date.parse(starts), {
      path: ['ends'],
      error: messages.ends,
      // Shown beside the errors of other fields.
      when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'starts' || path?.[0] === 'ends'),
    })
    .transform(({ code, percent, active, starts, ends, minimum, uses }): { code: string; change: CodeChange } => ({
      code,
      change: {
        percent,
        active,
        ...(starts && { starts_at: starts }),
        ends_at: ends,
        minimum_subtotal: minimum,
        max_redemptions: uses,
      },
    }))
}

function codeField(before: DiscountCode | null) {
  return z.string().transform((text, context) => {
    const code = before?.code ?? normalCode(text)
    if (code !== null) return code
    context.addIssue(text ? messages.code : messages.codeMissing)
    return z.NEVER
  })
}

function wholeNumber(most: number, message: string) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= most, message)
}

function usesField(before: DiscountCode | null) {
  const given = wholeNumber(2_000_000_000, messages.uses)
  return z.string().transform((text, context): number | null => {
    if (!text.trim()) return null
    const { data: uses } = given.safeParse(text)
    if (uses === undefined) context.addIssue(messages.uses)
    else if (before && uses < before.redeemed + before.held) context.addIssue(tooFewUses(before))
    return uses ?? null
  })
}

function timeField(name: 'starts' | 'ends', before: DiscountCode | null) {
  return z.string().transform((shown, context): string | null => {
    if (before && shown === formValuesOf(before)[name]) return name === 'starts' ? before.starts_at : before.ends_at
    if (!shown && before && name === 'starts') context.addIssue(messages.startMissing)
    if (!shown) return null
    const moment = fromShopClock(shown)
    if (!moment) context.addIssue(messages.time)
    return moment?.toISOString() ?? null
  })
}

/** Why a limit cannot be lower than the uses that are taken. */
function tooFewUses({ redeemed, held }: Pick<DiscountCode, 'redeemed' | 'held'>): string {
  const taken = redeemed + held
  const open = held > 0 ? `, ${held} of them on open payment pages` : ''
  return `${taken} ${taken === 1 ? 'use is' : 'uses are'} already taken${open}. To end the code now, switch it off.`
}

/** An error of the database by field; null where it belongs to no field. */
export function errorsOf({ code, message = '' }: { code?: string; message?: string }): CodeErrors | null {
  if (code === '23505') return { code: 'You already have a code with this name.' }
  if (code !== '23514') return null
  return byConstraint[failedConstraint(message) ?? ''] ?? { ends: messages.ends }
}

const byConstraint: Record<string, CodeErrors> = {
  discount_codes_within_limit: { uses: 'It already has more uses than that. To end the code now, switch it off.' },
  discount_codes_percent_check: { percent: messages.percent },
  discount_codes_max_redemptions_check: { uses: messages.uses },
  discount_codes_minimum_subtotal_check: { minimum: messages.minimum },
  discount_codes_code_check: { code: messages.code },
}

/** An error of a save or deletion as text for the owner. */
export function discountProblem(error: unknown): string {
  if (error instanceof RequestError && error.code === '42501') {
    return 'Only administrators may do this. Please sign in again.'
  }
  if (error instanceof RequestError && error.isUnreachable) return error.message
  return 'That didn’t work. Please check your connection and try again.'
}
