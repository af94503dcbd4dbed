import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentCustomer, RefundRecord, SessionRecord, SessionRequest, SoldLine, Span } from '../provider.ts'

/** A session as the test provider stores it; `now` is the shop's clock. */
export type TestSession = {
  record: SessionRecord
  request: Omit<SessionRequest, 'expiresAt'>
  expiresAt: Date
  now: Date
}

/** Adds a session. The same request under the same key returns the existing one; another request throws. */
export async function addSession(tx: Tx, request: SessionRequest): Promise<{ id: string; expiresAt: Date }> {
  const stored = JSON.stringify(request)
  await tx
    .insertInto('private.test_payment_sessions')
    .values({
      id: `cs_test_${randomBytes(24).toString('base64url')}`,
      idempotency_key: request.idempotencyKey,
      request: stored,
      order_id: request.orderId,
      amount_subtotal: request.lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0),
      amount_discount: request.discount?.amountPence ?? 0,
      expires_at: request.expiresAt,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute()
  const session = await tx
    .selectFrom('private.test_payment_sessions')
    .select(['id', 'expires_at', sql<boolean>`request = ${stored}::jsonb`.as('same')])
    .where('idempotency_key', '=', request.idempotencyKey)
    .executeTakeFirstOrThrow()
  if (!session.same) throw new Error(`Another payment page was requested under ${request.idempotencyKey}`)
  return { id: session.id, expiresAt: session.expires_at }
}

export async function findSession(tx: Tx, id: string): Promise<TestSession | null> {
  if (!/^cs_test_[\w-]{32}$/.test(id)) return null
  const row = await tx
    .selectFrom('private.test_payment_sessions')
    .selectAll()
    .select(sql<Date>`shop_now()`.as('now'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...readRow(row), now: row.now } : null
}

/** Closes an open page as paid. Of concurrent calls one returns true; after the expiry none. */
export async function completeSession(
  tx: Tx,
  {
    id,
    delivery,
    customer,
  }: { id: string; delivery: { id: string; pricePence: number } | null; customer: PaymentCustomer | null },
): Promise<boolean> {
  const total = sql<number>`amount_subtotal - amount_discount + ${delivery?.pricePence ?? 0}::int`
  const { numUpdatedRows } = await tx
    .updateTable('private.test_payment_sessions')
    .set({
      status: 'complete',
      payment_status: sql`case when ${total} = 0 then 'no_payment_required' else 'paid' end`,
      amount_total: total,
      delivery_service: delivery?.id ?? null,
      customer: customer && JSON.stringify(customer),
      completed_at: sql<Date>`shop_now()`,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<Date>`shop_now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Closes an open page unpaid. False when it was closed already. */
export async function closeSession(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('private.test_payment_sessions')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The session whose payment this is. */
export async function findSessionOfPayment(tx: Tx, paymentId: string): Promise<TestSession | null> {
  return paymentId.startsWith(paymentPrefix)
    ? findSession(tx, `cs_test_${paymentId.slice(paymentPrefix.length)}`)
    : null
}

/** The paid sessions of pages created in the span, oldest first. */
export async function findCompleted(tx: Tx, { from, until }: Span): Promise<SessionRecord[]> {
  const rows = await tx
    .selectFrom('private.test_payment_sessions')
    .selectAll()
    .select(sql<Date>`shop_now()`.as('now'))
    .where('status', '=', 'complete')
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => readRow(row).record)
}

export async function findLines(tx: Tx, id: string): Promise<SoldLine[]> {
  const session = await findSession(tx, id)
  return (session?.request.lines ?? []).map(({ name, size, unitPence, quantity }) => ({
    name,
    size,
    unitPence,
    quantity,
  }))
}

/** Refunds once per key. Returns the refund, and whether this call created it. */
export async function refundSession(
  tx: Tx,
  { sessionId, amountPence, idempotencyKey }: { sessionId: string; amountPence: number; idempotencyKey: string },
): Promise<{ refund: RefundRecord; isNew: boolean }> {
  const row = await tx
    .selectFrom('private.test_payment_sessions')
    .select(['id', 'amount_total', 'refunded_amount', 'refunds', 'payment_status', 'completed_at', 'created_at'])
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  if (row?.payment_status !== 'paid') throw new AppError('bad_request', 'Nothing was paid here')
  const refunds = row.refunds as Record<string, number>
  const existing = readRefunds(row).find(({ reference }) => reference === idempotencyKey)
  if (existing) return { refund: existing, isNew: false }
  const refundedPence = row.refunded_amount + amountPence
  if (!Number.isSafeInteger(amountPence) || amountPence < 1 || refundedPence > (row.amount_total ?? 0)) {
    throw new AppError('bad_request', 'A refund is at least a penny and at most what was paid')
  }
  const now = { ...refunds, [idempotencyKey]: amountPence }
  await tx
    .updateTable('private.test_payment_sessions')
    .set({ refunded_amount: refundedPence, refunds: JSON.stringify(now) })
    .where('id', '=', sessionId)
    .execute()
  const refund = readRefunds({ ...row, refunds: now }).find(({ reference }) => reference === idempotencyKey)
  if (!refund) throw new Error('A refund that was just stored is missing')
  return { refund, isNew: true }
}

const paymentPrefix = 'pay_test_'

type Refunded = Pick<
  Selectable<Tables['private.test_payment_sessions']>,
  'id' | 'refunds' | 'completed_at' | 'created_at'
>

function readRefunds({ id, refunds, completed_at, created_at }: Refunded): RefundRecord[] {
  return Object.entries(refunds as Record<string, number>).map(([reference, amountPence]) => ({
    id: `re_test_${createHash('sha256').update(`${id} ${reference}`).digest('base64url').slice(0, 24)}`,
    amountPence,
    status: 'succeeded',
    reference,
    failure: null,
    createdAt: completed_at ?? created_at,
  }))
}

function readRow(row: Selectable<Tables['private.test_payment_sessions']> & { now: Date }): Omit<TestSession, 'now'> {
  const isOver = row.status === 'open' && row.expires_at <= row.now
  const total = row.amount_total
  return {
    // This module wrote both columns.
    request: row.request as unknown as TestSession['request'],
    expiresAt: row.expires_at,
    record: {
      id: row.id,
      orderId: row.order_id,
      status: isOver ? 'expired' : (row.status as SessionRecord['status']),
      paymentStatus: row.payment_status as SessionRecord['paymentStatus'],
      currency: 'gbp',
      subtotalPence: row.amount_subtotal,
      discountPence: row.amount_discount,
      deliveryPence: total === null ? null : total - row.amount_subtotal + row.amount_discount,
      deliveryService: row.delivery_service,
      totalPence: total,
      refundedPence: row.refunded_amount,
      customer: row.customer as PaymentCustomer | null,
      paymentId: row.payment_status === 'paid' ? paymentPrefix + row.id.slice('cs_test_'.length) : null,
      refunds: readRefunds(row),
      disputes: [],
      createdAt: row.created_at,
    },
  }
}
