import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { OrderNumber } from '#features/orders/order-number.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Claims, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelLines } from './cancel-lines.ts'
import { lockOrderForRefund, withOrderMutex } from './lock-order-for-refund.ts'
import { refundLines } from './refund-lines.ts'
import { readAmount } from './refunds.api.ts'
import { refundReasons } from './request-refund.ts'

const Lines = z
  .array(z.object({ position: z.int().min(0).max(1000), quantity: z.int().min(1).max(20) }))
  .max(100)
  .refine(
    (lines) => new Set(lines.map(({ position }) => position)).size === lines.length,
    'Please list each garment once.',
  )
const Note = z
  .string()
  .trim()
  .max(1000, 'Please keep it to 1,000 characters.')
  .nullish()
  .transform((text) => text?.replaceAll(/[^\P{Cc}\n]/gu, ' ') || null)
/** Pounds that the owner confirmed; without it, what the pieces cost. */
const Amount = z.union([z.number(), z.string()]).transform(readAmount).optional()
const order = { order_number: OrderNumber, note: Note, amount: Amount, request_id: z.uuid().toLowerCase() }

const CancelBody = z.object({
  ...order,
  version: z.int().positive(),
  lines: Lines.min(1, 'Please choose a garment.'),
  refund: z.boolean(),
})
const RefundBody = z
  .object({
    ...order,
    lines: Lines,
    with_delivery: z.boolean().default(false),
    reason: z.enum(refundReasons, 'Please choose a reason.'),
  })
  .refine(({ lines, with_delivery }) => lines.length > 0 || with_delivery, {
    path: ['lines'],
    message: 'Please choose a garment.',
  })

type Turn = { number: string; userId: string }

/**
 * Refunds by garment, mounted at /functions/v1, for administrators only. POST cancel-lines `{ order_number, version,
 * lines: [{ position, quantity }], refund, amount?, note?, request_id }` cancels pieces before dispatch. POST
 * refund-lines `{ order_number, lines, with_delivery?, amount?, reason, note?, request_id }` refunds pieces without
 * changing the order. Both return `{ refund_id }`; two requests with one `request_id` act once.
 */
export function refundLinesApi(deps: PaymentDeps): Hono<Env> {
  /** Runs `work` with the administrator's id, one change of an order's money after another. */
  function inTurn<T>(c: Context<Env>, { number, userId }: Turn, work: (tx: Tx) => Promise<T>): Promise<T> {
    const claims: Claims = { role: 'service_role', sub: userId }
    return withOrderMutex(number, () => deps.db.as(claims, work, requestContextOf(c)))
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .post('/cancel-lines', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { userId } = await requireAdministrator(deps.db, c)
      const {
        order_number: orderNumber,
        request_id: id,
        amount: amountPence,
        ...request
      } = CancelBody.parse(await c.req.json())
      const cancel = (tx: Tx) =>
        cancelLines(tx, deps, { id, orderNumber, amountPence, ...request, requestedBy: userId })
      return c.json({ refund_id: await inTurn(c, { number: orderNumber, userId }, cancel) })
    })
    .post('/refund-lines', async (c) => {
      c.header('Cache-Control', 'no-store')
      const { userId } = await requireAdministrator(deps.db, c)
      const body = RefundBody.parse(await c.req.json())
      const {
        order_number: number,
        request_id: id,
        with_delivery: withDelivery,
        amount: amountPence,
        ...request
      } = body
      const refund = async (tx: Tx) => {
        const { id: orderId } = await lockOrderForRefund(tx, { number })
        return refundLines(tx, deps, { id, orderId, withDelivery, amountPence, ...request, requestedBy: userId })
      }
      return c.json({ refund_id: await inTurn(c, { number, userId }, refund) })
    })
}
