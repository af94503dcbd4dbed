import { sql } from 'kysely'
import { pence, poundsFromPence } from '#base/money.ts'
import { resolveNotes } from '#features/orders/order-notes.ts'
import { type PaymentDeps, settleOrder } from '#features/payments/settle-order.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { SessionRecord } from '#platform/payments/provider.ts'
import { alreadyResolved, lockDiscrepancy, type StoredDiscrepancy } from '../discrepancy-store.ts'

/**
 * Sets the order's amounts to those of the payment, which pays it. The audit log keeps both. Refuses other currencies.
 */
export async function acceptPaidAmount(deps: PaymentDeps, discrepancy: StoredDiscrepancy): Promise<void> {
  const { db, provider } = deps
  const record = await provider.getSession(discrepancy.session_id ?? '')
  if (record?.paymentStatus !== 'paid') throw new AppError('conflict', 'The payment provider has no such payment.')
  if (record.currency !== 'gbp') throw new AppError('conflict', 'Orders are in pounds. Refund the payment instead.')
  await db.asService(async (tx) => {
    const locked = await lockDiscrepancy(tx, discrepancy.id)
    if (!locked?.order_id || locked.resolved_at) throw alreadyResolved()
    await tx
      .updateTable('pre_orders')
      .set({
        ...amountsOf(record),
        delivery_options: sql`(select coalesce(jsonb_agg(option), '[]') from jsonb_array_elements(delivery_options) as option
          where option ->> 'id' is distinct from ${record.deliveryService}::text) || ${JSON.stringify([charged(record)])}::jsonb`,
      })
      .where('id', '=', locked.order_id)
      .execute()
    if (locked.kind === 'different_amount' && locked.facts.kind)
      await resolveNotes(tx, locked.order_id, { is: locked.facts })
  })
  await settleOrder(deps, record.id)
}

function amountsOf(record: SessionRecord) {
  return {
    product_price: poundsFromPence(pence(record.subtotalPence)),
    discount_amount: poundsFromPence(pence(record.discountPence)),
    shipping_amount: poundsFromPence(pence(record.deliveryPence ?? 0)),
    final_amount: poundsFromPence(pence(record.totalPence ?? 0)),
    delivery_service: record.deliveryService,
  }
}

/** The charged delivery as an offered option. */
function charged({ deliveryService, deliveryPence }: SessionRecord) {
  return { id: deliveryService, label: 'Delivery', price: poundsFromPence(pence(deliveryPence ?? 0)) }
}
