import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type Pence, parsePounds } from '#ui/money.ts'
import { refundReasons } from './refund.ts'

/** What somebody wrote beside it; nothing is null. */
const Note = z
  .string()
  .trim()
  .max(1000, 'At most 1,000 characters.')
  .nullish()
  .transform((text) => text?.replaceAll(/[^\P{Cc}\n]/gu, ' ') || null)

export const RefundBody = z.object({
  order_number: OrderNumber,
  /** Pounds, or null for the rest. */
  amount: z.union([z.number(), z.string(), z.null()]).transform(readAmount),
  reason: z.enum(refundReasons, 'Please choose a reason.'),
  note: Note,
  request_id: z.uuid().optional(),
})

export const CancelBody = z.object({
  order_number: OrderNumber,
  reason: Note,
  refund: z.boolean(),
  request_id: z.uuid().optional(),
})

/** '12.5', 12.5 or '£12.50' as 1,250 pence; null is the rest. Refuses bad_request whatever is no exact amount. */
function readAmount(amount: number | string | null): Pence | 'rest' {
  if (amount === null) return 'rest'
  const typed = typeof amount === 'string' ? amount.trim().replace(/^£\s*/, '') : amount
  const read = parsePounds(typed)
  const message = 'Please write an amount such as 12.50: pounds, and at most two decimals.'
  if (read === null || read < 1) throw new AppError('bad_request', message, { details: { field: 'amount' } })
  return read
}
