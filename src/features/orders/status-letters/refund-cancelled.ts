import { sql } from 'kysely'
import type { Tx } from '#infrastructure/db/db.ts'
import type { PaymentProvider } from '#infrastructure/payments/provider.ts'
import { type Settling, settleOrder } from '../settle-order.ts'

/** The job that gives the money of an order back that its customer cancelled after a delay; its id is order and day. */
export const refundCancelledJob = 'orders.refund-cancelled'

/** What the owner reads beside the order until the money is on its way back. */
export const refundOwed = 'Refund owed: cancelled by the customer after a delay'

type Owed = { orderId: string; day: string; sessionId: string | null; provider: string; attempts: number }

/**
 * Gives back whatever of the payment was not given back yet, then settles the order by the provider's own record, which
 * writes her letter. Twice is as good as once: the same state of the payment has the same key. A payment that cannot be
 * given back now is tried again after 1, 2, 4 minutes and so on, then hourly; what no machine can give back stays noted.
 * An order the owner has taken up again meanwhile is hers to decide: its note stays, and nothing is given back.
 */
export function refundCancelled(settling: Settling): (id: string) => Promise<void> {
  const { db, provider, log } = settling
  return async (id) => {
    const owed = await db.asService((tx) => findOwed(tx, id))
    if (!owed || owed.provider !== provider.name || !owed.sessionId) return
    try {
      const isBack = await giveBack(provider, { orderId: owed.orderId, sessionId: owed.sessionId })
      if (isBack) await settleOrder(settling, owed.sessionId)
      await db.asService((tx) => close(tx, owed, isBack))
    } catch (error) {
      log.warn({ error, order: owed.orderId }, 'a refund was not given and is tried again')
      await db.asService((tx) => putOff(tx, owed))
    }
  }
}

/** Refunds that are due and that no job seems to care for. */
export function unfinishedRefunds(provider: PaymentProvider['name']): (tx: Tx) => Promise<string[]> {
  return async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select delay.order_id || '.' || to_char(delay.dispatch_by, 'YYYY-MM-DD') as id
        from private.order_delays as delay join public.pre_orders as placed on placed.id = delay.order_id
       where delay.refund_next_attempt_at <= now() and placed.order_status = 'cancelled'
         and placed.payment_provider = ${provider}
         and placed.payment_session_id is not null
       order by delay.refund_next_attempt_at limit 200`.execute(tx)
    return rows.map(({ id }) => id)
  }
}

/** False where the provider knows of no money. */
async function giveBack(
  provider: PaymentProvider,
  { orderId, sessionId }: { orderId: string; sessionId: string },
): Promise<boolean> {
  const record = await provider.getSession(sessionId)
  if (record?.paymentStatus === 'no_payment_required') return true
  if (record?.paymentStatus !== 'paid') return false
  const amountPence = (record.totalPence ?? 0) - record.refundedPence
  const idempotencyKey = `delay-cancelled.${orderId}.${record.refundedPence}`
  if (amountPence > 0) await provider.refund({ sessionId, amountPence, idempotencyKey })
  return true
}

async function findOwed(tx: Tx, id: string): Promise<Owed | null> {
  const [orderId = '', day = ''] = id.split('.')
  const row = await tx
    .selectFrom('private.order_delays as delay')
    .innerJoin('pre_orders as order', 'order.id', 'delay.order_id')
    .select(['order.payment_session_id', 'order.payment_provider', 'delay.refund_attempts'])
    .where('delay.order_id', '=', orderId)
    .where('delay.dispatch_by', '=', sql<Date>`${day}::date`)
    .where('delay.refund_next_attempt_at', '<=', sql<Date>`now()`)
    .where('order.order_status', '=', 'cancelled')
    .executeTakeFirst()
  if (!row) return null
  const { payment_session_id: sessionId, payment_provider: provider, refund_attempts: attempts } = row
  return { orderId, day, sessionId, provider, attempts }
}

async function close(tx: Tx, { orderId, day }: Owed, isBack: boolean): Promise<void> {
  await ofDelay(tx, { orderId, day }).set({ refund_next_attempt_at: null }).execute()
  if (!isBack) return
  await tx
    .updateTable('pre_orders')
    .set({ needs_review: sql`nullif(btrim(replace(needs_review, ${refundOwed}::text, ''), '. '), '')` })
    .where('id', '=', orderId)
    .where('needs_review', 'is not', null)
    .execute()
}

async function putOff(tx: Tx, { orderId, day, attempts }: Owed): Promise<void> {
  await ofDelay(tx, { orderId, day })
    .where('refund_next_attempt_at', 'is not', null)
    .set({
      refund_attempts: attempts + 1,
      refund_next_attempt_at: sql<Date>`now() + ${Math.min(2 ** attempts, 60)} * interval '1 minute'`,
    })
    .execute()
}

function ofDelay(tx: Tx, { orderId, day }: { orderId: string; day: string }) {
  return tx
    .updateTable('private.order_delays')
    .where('order_id', '=', orderId)
    .where('dispatch_by', '=', sql<Date>`${day}::date`)
}
