import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import { confirmPayment } from './confirm-payment.ts'
import { type Settling, settleOrder } from './settle-order.ts'

/** The job a webhook puts in; its id is the event's. */
export const confirmPaymentJob = 'orders.confirm-payment'

/** How an order's payment is followed when nobody is waiting for it. */
export function orderJobs(settling: Settling): Record<string, (id: string) => Promise<void>> {
  return { [confirmPaymentJob]: (eventId) => confirmPayment(settling, eventId) }
}

/** Events that no job seems to care for, or that are to be looked at again. */
export async function unhandledEvents(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('private.payment_events')
    .select('id')
    .where('handled_at', 'is', null)
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .orderBy('next_attempt_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Asks the provider about payment pages nobody reported on. `expired`: those past their life, to give codes and units
 * back at once. `open`: every page older than two minutes, for payments whose webhook and success page were both lost.
 * One whose money is another's is left to the person who looks at it after a day.
 */
export async function reconcilePayments(settling: Settling, which: 'expired' | 'open'): Promise<void> {
  const sessions = await settling.db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('payment_state', '=', 'open')
      .where('payment_provider', '=', settling.provider.name)
      .where(sql<boolean>`(needs_review is null or created_at > shop_now() - interval '1 day')`)
      .where('payment_session_id', 'is not', null)
      .where(
        which === 'expired'
          ? sql<boolean>`payment_session_expires_at <= shop_now()`
          : sql<boolean>`created_at < shop_now() - interval '2 minutes'`,
      )
      // Pages that stay as they are, as those of a slow bank do, must not hide the others for ever.
      .orderBy(sql`random()`)
      .limit(200)
      .execute(),
  )
  const asking = { ...settling, provider: settling.provider.inBackground() }
  for (const { payment_session_id: id } of sessions) {
    if (!id) continue
    await settleOrder(asking, id).catch((error: unknown) => {
      settling.log.error({ error, session: id }, 'a payment page could not be reconciled and is asked about again')
    })
  }
}
