import { z } from 'zod'
import { parsePounds } from '#base/money.ts'
import { checked, optionalChoice, type ProductField } from './field-kinds.ts'
import { preorderReasons } from './preorders/preorder.ts'

/** The usual price, in pounds. */
export const price: ProductField<string, number> = {
  label: 'Price (£)',
  empty: '',
  input: checked(z.string(), priceProblem).transform(Number),
  column: z.number(),
  show: (pounds) => pounds.toFixed(2),
  refusals: { '': 'A price is more than £0 and at most £10,000.' },
}

/** The early price: an amount in pounds, or nothing. */
const preorderPrice: ProductField<string, number | null> = {
  label: 'Early price (£)',
  empty: '',
  input: checked(z.string(), (typed) => (typed.trim() ? priceProblem(typed) : null)).transform((typed) =>
    typed.trim() ? Number(typed) : null,
  ),
  column: z.number().nullish().default(null) as z.ZodType<number | null>,
  show: (pounds) => pounds?.toFixed(2) ?? '',
  refusals: {
    '': 'A price is more than £0 and at most £10,000.',
    products_preorder_price_needed: 'Please give the early price.',
    products_preorder_price_lower: 'The early price is below the usual one.',
  },
}

/** Why to order before the end of a pre-order; beside its days in the form. */
export const reasonFields = {
  preorderReason: optionalChoice({ label: 'A reason to pre-order', choices: preorderReasons }),
  preorderPrice,
}

/** The message for numbered pieces without a limit, at the field of the limit. */
export const limitNeeded = 'Numbered pieces need a limit: how many there will be.'

/**
 * The problems with a reason to pre-order that no field has alone: an early price is needed and below the usual one,
 * and numbered pieces need their number. All as typed.
 */
export function preorderReasonProblems(
  typed: Record<'preorderReason' | 'preorderPrice' | 'preorderLimit' | 'price', string>,
): Partial<Record<'preorderPrice' | 'preorderLimit', string>> {
  if (typed.preorderReason === 'numbered' && !typed.preorderLimit.trim()) return { preorderLimit: limitNeeded }
  if (typed.preorderReason !== 'price') return {}
  if (!typed.preorderPrice.trim()) return { preorderPrice: 'Please give the early price.' }
  const isLower = Number(typed.preorderPrice) < Number(typed.price)
  return isLower || !Number(typed.price) ? {} : { preorderPrice: 'The early price is below the usual one.' }
}

function priceProblem(typed: string): string | null {
  if (!typed.trim()) return 'Please give it a price, such as 89.50.'
  if (!Number.isFinite(Number(typed))) return 'A price in pounds, such as 89.50.'
  const pence = parsePounds(typed.trim())
  if (pence === null && Number(typed) < 1e11) return 'Pounds and whole pence, such as 89.50.'
  if (pence !== null && pence <= 0) return 'A price is more than £0.'
  return pence === null || pence > 10_000_00 ? 'A price is at most £10,000.' : null
}
