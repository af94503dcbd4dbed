import { sql } from 'kysely'
import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import type { Tx } from '#platform/database/db.ts'
import { confirmPayment } from './confirm-payment.ts'
import { type PaymentDeps, settleOrder } from './settle-order.ts'

/** The job that a webhook enqueues; its id is the event's. */
export const confirmPaymentJob = 'orders.confirm-payment'

/** The job handlers that follow payments in the background. */
export function paymentJobs(deps: PaymentDeps): Record<string, (id: string) => Promise<void>> {
  return { [confirmPaymentJob]: (eventId) => confirmPayment(deps, eventId) }
}

/** Ids of events whose job was lost or whose next attempt is due; at most 1,000. */
export async function listUnhandledEvents(tx: Tx): Promise<string[]> {
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
 * Settles sessions without waiting for a webhook. `expired`: sessions past their expiry, which releases their discount
 * codes and pre-order units at once. `open`: sessions older than two minutes, where webhook and success page were both
 * lost. Orders under review are left to the owner after a day. A session that the provider does not know is closed when
 * it expires.
 */
export async function settleOpenSessions(deps: PaymentDeps, which: 'expired' | 'open'): Promise<void> {
  const sessions = await deps.db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('payment_state', '=', 'open')
      .where('payment_provider', '=', deps.provider.name)
      .where(sql<boolean>`(needs_review is null or created_at > shop_now() - interval '1 day')`)
      .where('payment_session_id', 'is not', null)
      .where(
        which === 'expired'
          ? sql<boolean>`payment_session_expires_at <= shop_now()`
          : sql<boolean>`created_at < shop_now() - interval '2 minutes'`,
      )
      // Random, so that sessions of a slow bank do not fill every batch.
      .orderBy(sql`random()`)
      .limit(200)
      .execute(),
  )
  const background = { ...deps, provider: deps.provider.inBackground() }
  for (const { payment_session_id: id } of sessions) {
    if (!id) continue
    try {
      if ((await settleOrder(background, id)) === 'unknown' && which === 'expired') await closeUnknown(deps, id)
    } catch (error) {
      deps.log.error({ error, session: id }, 'a payment session could not be settled and is retried')
    }
  }
}

/** Closes a session of another provider account or of an earlier test mode. A later payment in it still counts. */
async function closeUnknown({ db, log }: PaymentDeps, sessionId: string): Promise<void> {
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
    log.warn({ order: order.id, session: sessionId }, 'the payment provider does not know a session of this shop')
  })
}
