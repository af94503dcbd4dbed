import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { fraudNote } from './review-notes.ts'

/** Gives the warnings about a payment to its order and marks an order that has not left yet, once a warning. */
export async function flagFraud(tx: Tx, paymentId: string, orderId: string | null): Promise<void> {
  const order = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where((is) => is.or([is('payment_id', '=', paymentId), ...(orderId ? [is('id', '=', orderId)] : [])]))
    .limit(1)
    .executeTakeFirst()
  if (!order) return
  const { numUpdatedRows } = await tx
    .updateTable('private.fraud_warnings')
    .set({ order_id: order.id })
    .where('payment_id', '=', paymentId)
    .where('order_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await tx
    .updateTable('pre_orders')
    .set({ needs_review: sql`concat_ws('. ', needs_review, ${fraudNote}::text)` })
    .where('id', '=', order.id)
    .where('order_status', 'in', ['pending', 'processing'])
    .where(sql<boolean>`position(${fraudNote}::text in coalesce(needs_review, '')) = 0`)
    .execute()
}
