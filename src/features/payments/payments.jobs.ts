import { sql } from 'kysely'
import { releaseDiscount } from '#features/discounts/discount-codes.ts'
import { addNote, isNoted } from '#features/orders/order-notes.ts'
import { isBeforeDispatch, isCalledOff, type OrderStatus, type ProviderState } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import { type PaymentDeps, settleOrder } from './settle-order.ts'

/** The job that a webhook enqueues; its id is the event's. */
export const confirmPaymentJob = 'orders.confirm-payment'

/** The job handlers that follow payments in the background. */
export function paymentJobs(deps: PaymentDeps): Record<string, (id: string) => Promise<void>> {
  return { [confirmPaymentJob]: (eventId) => confirmPayment(deps, eventId) }
}

type Event = { sessionId: string | null; paymentId: string | null; orderId: string | null }
type Page = { sessionId: string; orderId: string | null }

/** Retries for about a day, after seconds first and after hours later. */
const maxAttempts = 14

/**
 * Settles the order of an event, then marks the event as handled. An event whose order does not exist yet is retried
 * for a day and then stays unhandled for the owner; so does an event whose handling throws. Each event is a job of its
 * own, so none delays another. Events about payments that this shop did not create are marked as handled.
 */
export async function confirmPayment(deps: PaymentDeps, eventId: string): Promise<void> {
  const { db, log } = deps
  const event = await db.asService((tx) => findEvent(tx, eventId))
  if (!event) return
  try {
    const page = await findPage(deps, event)
    const settled = page ? await settleOrder(deps, page.sessionId) : event.orderId ? 'unknown' : 'foreign'
    if (settled === 'unknown') return await retryUnknown(deps, eventId)
    if (settled === 'foreign') log.warn({ event: eventId }, 'a payment event belongs to a payment of another shop')
    await db.asService(async (tx) => {
      if (event.paymentId) await flagFraud(tx, event.paymentId, page?.orderId ?? event.orderId)
      await tx
        .updateTable('private.payment_events')
        .set({ handled_at: sql<Date>`shop_now()`, next_attempt_at: null })
        .where('id', '=', eventId)
        .execute()
    })
  } catch (error) {
    await db.asService((tx) => postpone(tx, eventId))
    throw error
  }
}

async function findEvent(tx: Tx, id: string): Promise<Event | null> {
  const row = await tx
    .selectFrom('private.payment_events')
    .select(['session_id', 'payment_id', 'order_id'])
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return row ? { sessionId: row.session_id, paymentId: row.payment_id, orderId: row.order_id } : null
}

/**
 * The session of an event. The payment id is searched before the order id: an order may have been paid in two sessions.
 */
async function findPage({ db, provider }: PaymentDeps, event: Event): Promise<Page | null> {
  const { sessionId, paymentId, orderId } = event
  if (sessionId) return { sessionId, orderId }
  const find = (column: 'payment_id' | 'id', value: string) =>
    db.asService(async (tx) => {
      const row = await tx
        .selectFrom('pre_orders')
        .select(['id', 'payment_session_id'])
        .where(column, '=', value)
        .where('payment_provider', '=', provider.name)
        .executeTakeFirst()
      return row?.payment_session_id ? { sessionId: row.payment_session_id, orderId: row.id } : null
    })
  if (!paymentId) return orderId ? find('id', orderId) : null
  const known = await find('payment_id', paymentId)
  if (known) return known
  const record = await provider.findSessionOf(paymentId)
  return record && { sessionId: record.id, orderId: record.orderId }
}

async function retryUnknown({ db, log }: PaymentDeps, eventId: string): Promise<void> {
  const attempts = await db.asService((tx) => postpone(tx, eventId))
  const context = { event: eventId, attempts }
  if (attempts < maxAttempts) log.warn(context, 'the order of a payment event does not exist yet; the event is retried')
  else log.error(context, 'the order of a payment event never appeared; the event stays unhandled')
}

/** Schedules the next attempt, with exponential backoff. Returns the number of attempts so far. */
async function postpone(tx: Tx, eventId: string): Promise<number> {
  const row = await tx
    .updateTable('private.payment_events')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql<Date | null>`case when attempts + 1 < ${maxAttempts}::int
        then now() + least(interval '6 hours', 10 * 2 ^ least(attempts, 20) * interval '1 second') end`,
    })
    .where('id', '=', eventId)
    .where('handled_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? 0
}

/**
 * Links a payment's fraud warnings to its order and adds a review note, once a warning, unless the order has shipped.
 */
async function flagFraud(tx: Tx, paymentId: string, orderId: string | null): Promise<void> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_status', 'provider_state'])
    .where((is) => is.or([is('payment_id', '=', paymentId), ...(orderId ? [is('id', '=', orderId)] : [])]))
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!order) return
  const { numUpdatedRows } = await tx
    .updateTable('private.fraud_warnings')
    .set({ order_id: order.id })
    .where('payment_id', '=', paymentId)
    .where('order_id', 'is', null)
    .executeTakeFirstOrThrow()
  const status = order.order_status as OrderStatus
  if (numUpdatedRows === 0n || !isBeforeDispatch(status)) return
  if (isCalledOff({ status, providerState: order.provider_state as ProviderState })) return
  await addNote(tx, order.id, { kind: 'bank_warning' })
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
      .where('provider_state', '=', 'open')
      .where('payment_provider', '=', deps.provider.name)
      .where(sql<boolean>`(not ${isNoted('pre_orders.id')} or created_at > shop_now() - interval '1 day')`)
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
      .set({ provider_state: 'expired' })
      .where('payment_session_id', '=', sessionId)
      .where('provider_state', '=', 'open')
      .returning('id')
      .executeTakeFirst()
    if (!order) return
    await releaseDiscount(tx, order.id)
    log.warn({ order: order.id, session: sessionId }, 'the payment provider does not know a session of this shop')
  })
}
