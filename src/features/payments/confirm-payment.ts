import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Settling, settleOrder } from './settle-order.ts'
import { flagFraud } from './warn-of-fraud.ts'

type Event = { sessionId: string | null; paymentId: string | null; orderId: string | null }
type Page = { sessionId: string; orderId: string | null }

/** About a day, first after seconds, then after hours. */
const mostTries = 14

/**
 * Settles the order an event speaks of, then notes the event as handled. An event whose order is not there yet is
 * looked at again for a day; after that it stays unhandled, for somebody to see. So does one that cannot be dealt with:
 * each is a job of its own and holds up no other. An event about somebody else's payment is none of ours.
 */
export async function confirmPayment(settling: Settling, eventId: string): Promise<void> {
  const { db, log } = settling
  const event = await db.asService((tx) => findEvent(tx, eventId))
  if (!event) return
  try {
    const page = await findPage(settling, event)
    const settled = page ? await settleOrder(settling, page.sessionId) : event.orderId ? 'unknown' : 'foreign'
    if (settled === 'unknown') return await park(settling, eventId)
    if (settled === 'foreign') log.warn({ event: eventId }, 'an event speaks of a payment that is none of ours')
    await db.asService(async (tx) => {
      if (event.paymentId) await flagFraud(tx, event.paymentId, page?.orderId ?? event.orderId)
      await tx
        .updateTable('private.payment_events')
        .set({ handled_at: sql<Date>`shop_now()`, next_attempt_at: null })
        .where('id', '=', eventId)
        .execute()
    })
  } catch (error) {
    await db.asService((tx) => putOff(tx, eventId))
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

/** The page an event is about. A payment is looked for before an order: an order may have been paid on two pages. */
async function findPage({ db, provider }: Settling, event: Event): Promise<Page | null> {
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

async function park({ db, log }: Settling, eventId: string): Promise<void> {
  const tries = await db.asService((tx) => putOff(tx, eventId))
  const context = { event: eventId, tries }
  if (tries < mostTries) log.warn(context, 'an event speaks of an order that is not there yet, and is looked at again')
  else log.error(context, 'an event speaks of an order that never came, and stays unhandled')
}

/** How often it was tried by now. */
async function putOff(tx: Tx, eventId: string): Promise<number> {
  const row = await tx
    .updateTable('private.payment_events')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql<Date | null>`case when attempts + 1 < ${mostTries}::int
        then now() + least(interval '6 hours', 10 * 2 ^ least(attempts, 20) * interval '1 second') end`,
    })
    .where('id', '=', eventId)
    .where('handled_at', 'is', null)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? 0
}
