import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { DisputeRecord } from '#platform/payments/provider.ts'
import { pence, poundsFromPence } from '#ui/money.ts'

/**
 * Copies the provider's disputes into the database. Their states change in both directions, so the response to the later
 * request wins: `askedAt` is the database's time before the request. `orderId`: null for a payment without an order; a
 * known order id is never cleared.
 */
export async function mirrorDisputes(
  tx: Tx,
  orderId: string | null,
  disputes: readonly DisputeRecord[],
  askedAt: string,
): Promise<void> {
  for (const { id, paymentId, amountPence, currency, reason, status, respondBy, createdAt } of disputes) {
    const reported = {
      payment_id: paymentId,
      amount: poundsFromPence(pence(amountPence)),
      currency,
      reason,
      status,
      respond_by: respondBy,
      read_at: askedAt,
    }
    await tx
      .insertInto('private.disputes')
      .values({ id, order_id: orderId, opened_at: createdAt, ...reported })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ ...reported, order_id: sql`coalesce(excluded.order_id, disputes.order_id)` })
          .whereRef('private.disputes.read_at', '<', sql.ref('excluded.read_at')),
      )
      .execute()
  }
}
