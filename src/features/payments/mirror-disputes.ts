import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { DisputeRecord } from '#platform/payments/provider.ts'
import { pence, poundsFromPence } from '#ui/money.ts'

/**
 * Writes the provider's disputes beside ours. They go both ways, so of two answers that of the later question counts:
 * `askedAt` is the database's time before the provider was asked. `orderId`: null for money that is no order's; an
 * order that is known is not forgotten.
 */
export async function mirrorDisputes(
  tx: Tx,
  orderId: string | null,
  disputes: readonly DisputeRecord[],
  askedAt: string,
): Promise<void> {
  for (const { id, paymentId, amountPence, currency, reason, status, respondBy, createdAt } of disputes) {
    const told = {
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
      .values({ id, order_id: orderId, opened_at: createdAt, ...told })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ ...told, order_id: sql`coalesce(excluded.order_id, disputes.order_id)` })
          .whereRef('private.disputes.read_at', '<', sql.ref('excluded.read_at')),
      )
      .execute()
  }
}
