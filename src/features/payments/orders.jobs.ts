import { sql } from 'kysely'
import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import type { Tx } from '#platform/database/db.ts'
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
 * One whose money is another's is left to the person who looks at it after a day; one the provider does not know gives
 * back what it holds when its life is over.
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
    try {
      if ((await settleOrder(asking, id)) === 'unknown' && which === 'expired') await giveUp(settling, id)
    } catch (error) {
      settling.log.error({ error, session: id }, 'a payment page could not be reconciled and is asked about again')
    }
  }
}

/** The page is another account's, or of the test mode that was before. Should it be paid all the same, it counts. */
async function giveUp({ db, log }: Settling, sessionId: string): Promise<void> {
  await db.asService(async (tx) => {
    const order = await tx
      .updateTable('pre_orders')
      .set({ payment_state: 'expired' })
      .where('payment_session_id', '=', sessionId)
      .where('payment_state', '=', 'open')
      .returning('id')
      .executeTakeFirst()
    if (!order) return
    await releaseDiscount(tx, order.id)
    log.warn({ order: order.id, session: sessionId }, 'the payment company does not know a page of ours')
  })
}
