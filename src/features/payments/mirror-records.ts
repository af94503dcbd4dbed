import { sql } from 'kysely'
import { type Pence, type Pounds, pence, poundsFromPence } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import type { DisputeRecord, RefundRecord } from '#platform/payments/provider.ts'

/** A requested refund becomes pending, then succeeded. Each state may become `failed`, which is final. */
const states: readonly string[] = ['requested', 'pending', 'succeeded', 'failed']

const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/**
 * Copies the provider's refunds of a session into the database: into the row that requested the refund, else into a new
 * row. States only advance, so a stale response changes nothing. The caller holds the order's lock. Returns when the
 * shop first recorded each failed refund, by the provider's refund id.
 */
export async function mirrorRefunds(
  tx: Tx,
  orderId: string,
  sessionId: string,
  refunds: readonly RefundRecord[],
): Promise<ReadonlyMap<string, Date>> {
  for (const refund of refunds) {
    const isKnown = await moveRefund(tx, orderId, refund)
    if (!isKnown) await addRefund(tx, { orderId, sessionId, refund })
  }
  if (refunds.length === 0) return new Map()
  const failed = await tx
    .selectFrom('private.refunds')
    .select(['provider_refund_id', 'settled_at'])
    .where('order_id', '=', orderId)
    .where('session_id', '=', sessionId)
    .where('state', '=', 'failed')
    .execute()
  return new Map(failed.flatMap(({ provider_refund_id: id, settled_at: at }) => (id && at ? [[id, at]] : [])))
}

/** Pence of a session's payment that the provider has refunded or is refunding. */
export async function refundedOfPage(tx: Tx, sessionId: string): Promise<Pence> {
  const { amount } = await tx
    .selectFrom('private.refunds')
    .select(inPence(sql<Pounds>`coalesce(sum(amount), 0)`).as('amount'))
    .where('session_id', '=', sessionId)
    .where('state', 'in', ['pending', 'succeeded'])
    .executeTakeFirstOrThrow()
  return amount
}

/** Updates the row of a refund. Returns false where it has no row yet. */
async function moveRefund(tx: Tx, orderId: string, { id, reference, status, failure }: RefundRecord): Promise<boolean> {
  const ours = reference !== null && isUuid.test(reference) ? reference : null
  const row = await tx
    .selectFrom('private.refunds')
    .select(['id', 'state', 'provider_refund_id'])
    .where('order_id', '=', orderId)
    .where((is) => is.or([is('provider_refund_id', '=', id), ...(ours ? [is('id', '=', ours)] : [])]))
    .orderBy(sql`provider_refund_id is not distinct from ${id}`, 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  if (rank(status) <= rank(row.state) && row.provider_refund_id !== null) return true
  await tx
    .updateTable('private.refunds')
    .set({
      provider_refund_id: id,
      next_attempt_at: null,
      ...(rank(status) > rank(row.state) && { state: status, failure, settled_at: settledAt(status) }),
    })
    .where('id', '=', row.id)
    .execute()
  return true
}

async function addRefund(
  tx: Tx,
  { orderId, sessionId, refund }: { orderId: string; sessionId: string; refund: RefundRecord },
): Promise<void> {
  await tx
    .insertInto('private.refunds')
    .values({
      order_id: orderId,
      session_id: sessionId,
      amount: poundsFromPence(pence(refund.amountPence)),
      source: 'provider',
      requested_at: refund.createdAt,
      state: refund.status,
      provider_refund_id: refund.id,
      failure: refund.failure,
      next_attempt_at: null,
      settled_at: settledAt(refund.status),
    })
    .execute()
}

function settledAt(status: RefundRecord['status']) {
  return status === 'pending' ? null : sql<Date>`shop_now()`
}

function rank(state: string): number {
  return states.indexOf(state)
}

/**
 * Copies the provider's disputes into the database. Their states change in both directions, so the response to the
 * later request wins: `askedAt` is the database's time before the request. `orderId`: null for a payment without an
 * order; a known order id is never cleared.
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
