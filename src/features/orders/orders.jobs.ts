import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import { type Settling, settleOrder } from './settle-order.ts'

/** The job a webhook puts in; its id is the event's. */
export const confirmPaymentJob = 'orders.confirm-payment'

/** How an order's payment is followed when nobody is waiting for it. */
export function orderJobs(settling: Settling): Record<string, (id: string) => Promise<void>> {
  return { [confirmPaymentJob]: (eventId) => confirmPayment(settling, eventId) }
}

/** Settles the order an event speaks of, then notes the event as handled. */
async function confirmPayment(settling: Settling, eventId: string): Promise<void> {
  const { db, log } = settling
  const event = await db.asService((tx) =>
    tx
      .selectFrom('private.payment_events')
      .select(['session_id', 'handled_at'])
      .where('id', '=', eventId)
      .executeTakeFirst(),
  )
  if (!event?.session_id || event.handled_at) return
  const settled = await settleOrder(settling, event.session_id)
  if (settled === 'unknown') log.warn({ event: eventId }, 'an event speaks of a payment page that is none of ours')
  await db.asService((tx) =>
    tx
      .updateTable('private.payment_events')
      .set({ handled_at: sql<Date>`shop_now()` })
      .where('id', '=', eventId)
      .execute(),
  )
}

/** Events that no job seems to care for: the queue may have lost them. */
export async function unhandledEvents(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('private.payment_events')
    .select('id')
    .where('handled_at', 'is', null)
    .where('received_at', '<', sql<Date>`shop_now() - interval '10 seconds'`)
    .orderBy('received_at')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Asks the provider about payment pages nobody reported on. `expired`: those past their life, to give codes and units
 * back at once. `open`: every page older than two minutes, for payments whose webhook and success page were both lost.
 */
export async function reconcilePayments(settling: Settling, which: 'expired' | 'open'): Promise<void> {
  const sessions = await settling.db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select('payment_session_id')
      .where('payment_state', '=', 'open')
      .where('payment_provider', '=', settling.provider.name)
      .where('needs_review', 'is', null)
      .where('payment_session_id', 'is not', null)
      .where(
        which === 'expired'
          ? sql<boolean>`payment_session_expires_at <= shop_now()`
          : sql<boolean>`created_at < shop_now() - interval '2 minutes'`,
      )
      .orderBy('payment_session_expires_at')
      .limit(200)
      .execute(),
  )
  for (const { payment_session_id: id } of sessions) {
    if (!id) continue
    await settleOrder(settling, id).catch((error: unknown) => {
      settling.log.error({ error, session: id }, 'a payment page could not be reconciled and is asked about again')
    })
  }
}
