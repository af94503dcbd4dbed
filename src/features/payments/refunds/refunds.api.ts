import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Pence, parsePounds, pence, poundsFromPence } from '#base/money.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Claims, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { requestContextOf } from '#platform/http/identity/request-context.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockOrderForRefund, withOrderMutex } from './lock-order-for-refund.ts'
import { type OrderMoneyResponse, readOrderMoney } from './read-order-money.ts'
import { refundReasons, requestRefund } from './request-refund.ts'

/** Free text; null where empty. */
const Note = z
  .string()
  .trim()
  .max(1000, 'Please keep it to 1,000 characters.')
  .nullish()
  .transform((text) => text?.replaceAll(/[^\P{Cc}\n]/gu, ' ') || null)

const RefundBody = z.object({
  order_number: OrderNumber,
  /** Pounds, or null for the rest. */
  amount: z
    .union([z.number(), z.string(), z.null()])
    .transform((amount) => (amount === null ? ('rest' as const) : readAmount(amount))),
  reason: z.enum(refundReasons, 'Please choose a reason.'),
  note: Note,
  request_id: z.uuid().optional(),
})

const CancelBody = z.object({
  order_number: OrderNumber,
  reason: Note,
  refund: z.boolean(),
  request_id: z.uuid().optional(),
})

/** '12.5', 12.5 or '£12.50' as 1,250 pence. Refuses bad_request for anything else. */
export function readAmount(amount: number | string): Pence {
  const typed = typeof amount === 'string' ? amount.trim().replace(/^£\s*/, '') : amount
  const read = parsePounds(typed)
  if (read === null || read < 1) throw fieldError('amount', 'Please enter an amount in pounds, such as 12.50.')
  return read
}

/**
 * An order's money, mounted at /functions/v1, for administrators only. GET order-money?order_number= returns it. POST
 * refund-order `{ order_number, amount, reason, note?, request_id? }` refunds pounds, or the rest for null. POST
 * cancel-order `{ order_number, reason?, refund, request_id? }` cancels the order. Both return the order's money; two
 * requests with one `request_id` make one refund.
 */
export function refundsApi(deps: PaymentDeps): Hono<Env> {
  const { db } = deps

  /** The service role with the administrator's id, for the audit log. */
  async function administrator(c: Context<Env>): Promise<{ userId: string; claims: Claims }> {
    c.header('Cache-Control', 'no-store')
    const { userId } = await requireAdministrator(db, c)
    return { userId, claims: { role: 'service_role', sub: userId } }
  }

  async function readMoney(orderNumber: string): Promise<OrderMoneyResponse> {
    const money = await db.asService((tx) => readOrderMoney(tx, deps.provider, orderNumber))
    return { ...money, undecided: await readUndecidedPayment(deps, orderNumber) }
  }

  return new Hono<Env>()
    .onError(createErrorHandler(functionsErrorBody))
    .get('/order-money', async (c) => {
      await administrator(c)
      return c.json(await readMoney(OrderNumber.parse(c.req.query('order_number'))))
    })
    .post('/refund-order', async (c) => {
      const { userId, claims } = await administrator(c)
      const { order_number: number, amount, reason, note, request_id: id } = RefundBody.parse(await c.req.json())
      const request = async (tx: Tx) => {
        const { id: orderId } = await lockOrderForRefund(tx, { number })
        const asked = { orderId, amountPence: amount, reason, note, requestedBy: userId, ...(id && { id }) }
        return requestRefund(tx, deps, asked)
      }
      const refundId = await withOrderMutex(number, () => db.as(claims, request, requestContextOf(c)))
      return c.json({ ...(await readMoney(number)), refund_id: refundId })
    })
    .post('/cancel-order', async (c) => {
      const { userId, claims } = await administrator(c)
      const { order_number: orderNumber, reason, refund, request_id: requestId } = CancelBody.parse(await c.req.json())
      const asked = { orderNumber, reason, refund, requestedBy: userId, ...(requestId && { requestId }) }
      const { refundId } = await cancelOrder(deps, asked, { claims, context: requestContextOf(c) })
      return c.json({ ...(await readMoney(orderNumber)), refund_id: refundId })
    })
}

/** Pounds of an unpaid order's completed but undecided session. Null: none, or the provider does not respond. */
export async function readUndecidedPayment(
  { db, provider }: Pick<PaymentDeps, 'db' | 'provider'>,
  orderNumber: string,
): Promise<number | null> {
  const open = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('order_number', '=', orderNumber)
      .where('payment_state', '=', 'open')
      .where('payment_provider', '=', provider.name)
      .executeTakeFirst(),
  )
  if (!open?.payment_session_id) return null
  const record = await provider.getSession(open.payment_session_id).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  const isUndecided = record?.status === 'complete' && record.paymentStatus === 'unpaid'
  return isUndecided ? poundsFromPence(pence(record.totalPence ?? 0)) : null
}
