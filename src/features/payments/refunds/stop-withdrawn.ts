import { sql } from 'kysely'
import { holdsMoney } from '#features/orders/order-state.ts'
import { readCustomerReturns, type StopWithdrawn } from '#features/orders/returns/declare-return.ts'
import { returnable } from '#features/orders/returns/return.ts'
import type { Tx } from '#platform/database/db.ts'
import { dropWaitingEmails } from '#platform/email/outbox.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { cancelLines } from './cancel-lines.ts'
import { cancelLocked } from './cancel-order.ts'
import { lockOrderForRefund } from './lock-order-for-refund.ts'
import { findExchanged } from './refund-across.ts'

type Deps = Pick<PaymentDeps, 'queue' | 'provider'>

/**
 * A withdrawal from an order that is not begun cancels what it names: all that is left as the customer cancels an
 * order, some of its garments as the owner cancels them, with their refund, whose id is the withdrawal's. An order that
 * is begun, disputed or paid elsewhere, and an exchange, is left to the owner. The receipt of the withdrawal is the only e-mail about it.
 */
export function stopWithdrawn(deps: Deps): StopWithdrawn {
  return async (tx, { id, orderId, lines }) => {
    const order = await lockOrderForRefund(tx, { id: orderId })
    const isOurs = holdsMoney(order.state) && order.provider === deps.provider.name
    if (order.status !== 'pending' || !isOurs) return false
    // What it cost was paid with another order, whose return the owner settles.
    if (await findExchanged(tx, orderId)) return false
    const sold = await listLines(tx, orderId)
    const left = sold.reduce((sum, line) => sum + line.left, 0)
    const withdrawn = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const request = { orderNumber: order.number, refund: true, requestedBy: null }
    if (withdrawn < left) {
      const positionOf = (id: number) => sold.find((line) => line.id === id)?.position ?? -1
      const pieces = lines.map((line) => ({ position: positionOf(line.id), quantity: line.quantity }))
      await cancelLines(tx, deps, { ...request, id, version: null, lines: pieces, note: null })
      return true
    }
    await cancelLocked(tx, deps, { ...request, requestId: id, reason: null })
    await dropWaitingEmails(tx, orderId, 'order_cancelled')
    await settleOpenWithdrawals(tx, orderId)
    return true
  }
}

/** The lines of an order, with the pieces that are neither cancelled nor withdrawn from. */
async function listLines(tx: Tx, orderId: string): Promise<{ id: number; position: number; left: number }[]> {
  const returns = await readCustomerReturns(tx, orderId)
  const { rows } = await sql<{ id: number; position: number; quantity: number }>`
    select id::int as id, position::int as position, quantity - cancelled_quantity as quantity
      from public.order_lines where order_id = ${orderId} order by position`.execute(tx)
  return rows.map((line) => ({ ...line, left: returnable(line, returns, 'withdrawal') }))
}

/** Withdrawals from other garments that waited for the owner: the order is cancelled now. */
async function settleOpenWithdrawals(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('private.returns')
    .set({ state: 'refunded', stopped: true, settled_at: sql<Date>`public.shop_now()` })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'withdrawal')
    .where('settled_at', 'is', null)
    .execute()
}
