import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { formatPence, type Pence, type Pounds, pence, poundsFromPence } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { lockOrderForRefund, refundableAmount } from './lock-order-for-refund.ts'
import { type RefundRequest, requestRefund } from './request-refund.ts'

type AcrossRequest = Omit<RefundRequest, 'payment' | 'amountPence' | 'id'> & { id: string; amountPence: Pence }

/**
 * Requests a refund for an order that may be an exchange: first of its own payment, the rest of the payment of the order
 * whose return paid for it, which gives as much less for the exchange from now on. Returns the first refund's id. Refuses
 * as `requestRefund`. Orders are locked from the newest to the oldest.
 */
export async function refundAcross(
  tx: Tx,
  deps: Pick<PaymentDeps, 'queue' | 'provider'>,
  { id, orderId, amountPence, ...refund }: AcrossRequest,
): Promise<string> {
  const order = await lockOrderForRefund(tx, { id: orderId })
  const origin = await findExchanged(tx, orderId)
  if (!origin) return requestRefund(tx, deps, { id, orderId, amountPence, ...refund })
  const left = await leftOf(tx, orderId)
  if (amountPence > left) throw fieldError('amount', `At most ${formatPence(left)} can still be refunded.`)
  const { sessionId, paidPence, refundedPence } = order
  const isPayment = sessionId !== null && paidPence > 0
  const own = isPayment ? await refundableAmount(tx, { orderId, sessionId, paidPence, refundedPence }) : 0
  const ofOwn = pence(Math.min(own, amountPence))
  if (ofOwn > 0) await requestRefund(tx, deps, { id, orderId, amountPence: ofOwn, ...refund })
  const rest = pence(amountPence - ofOwn)
  if (rest === 0) return id
  await tx
    .updateTable('private.exchanges')
    .set({ credit: sql<Pounds>`credit - ${poundsFromPence(rest)}::numeric` })
    .where('order_id', '=', orderId)
    .execute()
  const ofOrigin = { id: ofOwn > 0 ? randomUUID() : id, orderId: origin, amountPence: rest, ...refund }
  await refundAcross(tx, deps, ofOrigin)
  return id
}

/** The order whose return an exchange is for; null for any other order. */
export async function findExchanged(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('private.exchanges')
    .select('origin_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.origin_id ?? null
}

async function leftOf(tx: Tx, orderId: string): Promise<Pence> {
  const left = sql<Pounds>`greatest(0, private.left_of_order(${orderId}))`
  const { rows } = await sql<{ left: Pence }>`select ${inPence(left)} as left`.execute(tx)
  return rows[0]?.left ?? pence(0)
}
