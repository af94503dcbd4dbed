import { type Context, Hono } from 'hono'
import { OrderNumber } from '#features/orders/order-number.ts'
import { requireAdministrator } from '#platform/auth/require-administrator.ts'
import type { Claims, RequestContext, Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { answerError, functions } from '#platform/http/errors/answer-error.ts'
import { withOrderMutex } from '../order-mutex.ts'
import type { Settling } from '../settle-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockMoney } from './lock-money.ts'
import { CancelBody, RefundBody } from './money-fields.ts'
import { type OrderMoneyAnswer, readOrderMoney } from './order-money.ts'
import { requestRefund } from './request-refund.ts'
import { readUndecided } from './undecided-payment.ts'

/**
 * An order's money, mounted at /functions/v1, for administrators alone. GET order-money?order_number= tells what was
 * paid and what became of it. POST refund-order `{ order_number, amount, reason, note?, request_id? }` gives pounds back,
 * or the rest for null; POST cancel-order `{ order_number, reason?, refund, request_id? }` ends the order. Both answer
 * with the order's money, and asked twice with one `request_id` they ask for one refund.
 */
export function refundsApi(settling: Settling): Hono<Env> {
  const { db } = settling

  /** The service's rights, with the name of who asked in the log of changes. */
  async function administrator(c: Context<Env>): Promise<{ userId: string; claims: Claims }> {
    c.header('Cache-Control', 'no-store')
    const { userId } = await requireAdministrator(db, c)
    return { userId, claims: { role: 'service_role', sub: userId } }
  }

  async function answer(orderNumber: string): Promise<OrderMoneyAnswer> {
    const money = await db.asService((tx) => readOrderMoney(tx, settling.provider, orderNumber))
    return { ...money, undecided: await readUndecided(settling, orderNumber) }
  }

  return new Hono<Env>()
    .onError(answerError(functions))
    .get('/order-money', async (c) => {
      await administrator(c)
      return c.json(await answer(OrderNumber.parse(c.req.query('order_number'))))
    })
    .post('/refund-order', async (c) => {
      const { userId, claims } = await administrator(c)
      const { order_number: number, amount, reason, note, request_id: id } = RefundBody.parse(await c.req.json())
      const request = async (tx: Tx) => {
        const { id: orderId } = await lockMoney(tx, { number })
        const asked = { orderId, amountPence: amount, reason, note, requestedBy: userId, ...(id && { id }) }
        return requestRefund(tx, settling, asked)
      }
      const refundId = await withOrderMutex(number, () => db.as(claims, request, asking(c)))
      return c.json({ ...(await answer(number)), refund_id: refundId })
    })
    .post('/cancel-order', async (c) => {
      const { userId, claims } = await administrator(c)
      const { order_number: orderNumber, reason, refund, request_id: requestId } = CancelBody.parse(await c.req.json())
      const asked = { orderNumber, reason, refund, requestedBy: userId, ...(requestId && { requestId }) }
      const { refundId } = await cancelOrder(settling, asked, { claims, asking: asking(c) })
      return c.json({ ...(await answer(orderNumber)), refund_id: refundId })
    })
}

/** Where a change came from, for the log of changes. */
function asking(c: Context<Env>): RequestContext {
  return { requestId: c.var.requestId, ip: c.var.clientIp }
}
