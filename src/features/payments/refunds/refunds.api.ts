import type { Hono } from 'hono'
import { type Pence, pence } from '#base/money.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import { requestContextOf } from '#platform/http/identity/signed-in.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockOrderForRefund, withOrderMutex } from './lock-order-for-refund.ts'
import { type OrderMoneyResponse, readOrderMoney } from './read-order-money.ts'
import * as contracts from './refunds.contract.ts'
import { requestRefund } from './request-refund.ts'

/** An order's money. */
export function refundsApi(deps: PaymentDeps): Hono<Env> {
  async function readMoney(orderNumber: string): Promise<OrderMoneyResponse> {
    const money = await deps.db.asService((tx) => readOrderMoney(tx, deps.provider, orderNumber))
    return { ...money, undecided_pence: await readUndecidedPayment(deps, orderNumber) }
  }

  return endpoints(
    handle(contracts.readOrderMoney, ({ query }) => readMoney(query.order_number)),
    handle(contracts.refundOrder, async ({ claims, body, asCaller }) => {
      const { order_number: number, amount, reason, note, request_id: id } = body
      const refundId = await withOrderMutex(number, () =>
        asCaller(async (tx) => {
          const { id: orderId } = await lockOrderForRefund(tx, { number })
          const amountPence = amount ?? ('rest' as const)
          const asked = { orderId, amountPence, reason, note, requestedBy: claims.sub, ...(id && { id }) }
          return requestRefund(tx, deps, asked)
        }),
      )
      return { ...(await readMoney(number)), refund_id: refundId }
    }),
    handle(contracts.cancelOrder, async ({ c, claims, body }) => {
      const { order_number: orderNumber, reason, refund, request_id: requestId } = body
      const asked = { orderNumber, reason, refund, requestedBy: claims.sub, ...(requestId && { requestId }) }
      const caller = { role: 'service_role', sub: claims.sub } as const
      const { refundId } = await cancelOrder(deps, asked, { claims: caller, context: requestContextOf(c) })
      return { ...(await readMoney(orderNumber)), refund_id: refundId }
    }),
  )
}

/** The pence of an unpaid order's completed but undecided session. Null: none, or the provider does not respond. */
export async function readUndecidedPayment(
  { db, provider }: Pick<PaymentDeps, 'db' | 'provider'>,
  orderNumber: string,
): Promise<Pence | null> {
  const open = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('order_number', '=', orderNumber)
      .where('provider_state', '=', 'open')
      .where('payment_provider', '=', provider.name)
      .executeTakeFirst(),
  )
  if (!open?.payment_session_id) return null
  const record = await provider.getSession(open.payment_session_id).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  const isUndecided = record?.status === 'complete' && record.paymentStatus === 'unpaid'
  return isUndecided ? pence(record.totalPence ?? 0) : null
}
