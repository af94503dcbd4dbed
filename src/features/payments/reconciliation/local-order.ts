import { type RawBuilder, sql } from 'kysely'
import type { Pence } from '#base/money.ts'
import { inPence } from '#base/sql-money.ts'
import type { OrderStatus, ProviderState } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import type { ListedRefund, PaymentProvider, Span } from '#platform/payments/provider.ts'
import type { FrozenTerms } from '../review-notes.ts'

export type LocalRefund = {
  id: string
  sessionId: string
  amountPence: number
  state: 'requested' | 'pending' | 'succeeded' | 'failed'
  requestedAt: string
  failure: string | null
}

/** An order's money by our own data. */
export type LocalOrder = {
  id: string
  state: ProviderState
  status: OrderStatus
  /** The payment status that the owner sees and may set. */
  isMarkedPaid: boolean
  sessionId: string | null
  paymentId: string | null
  frozen: FrozenTerms
  totalPence: number
  refundedPence: number
  refunds: LocalRefund[]
  /** Who set a payment status that contradicts the provider, and when. */
  statusSetByHand: { id: string; actor: string | null; at: string } | null
  fraudWarnings: { id: string; kind: string; payment_id: string | null }[]
}

type Name = PaymentProvider['name']

/** The orders of these ids that belong to this provider. */
export async function readOrders(tx: Tx, provider: Name, ids: readonly string[]): Promise<Map<string, LocalOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows(
    tx,
    sql`placed.id = any(${[...new Set(ids)]}::uuid[]) and placed.payment_provider = ${provider}`,
  )
  return new Map(rows.map((row) => [row.id, toOrder(row)]))
}

/** The cursor of the next batch. */
export type Place = { createdAt: string; id: string }

export type PaidPage = { provider: Name; span: Span; after: Place | null; limit: number }

/** Up to `limit` orders of a span that are paid or set to paid, after the cursor, the oldest first. */
export async function listPaidOrders(
  tx: Tx,
  { provider, span, after, limit }: PaidPage,
): Promise<{ orders: LocalOrder[]; next: Place | null }> {
  const rows = await readRows(
    tx,
    sql`placed.id in (select id from public.pre_orders
      where payment_provider = ${provider} and created_at >= ${after ? sql`${after.createdAt}::timestamptz` : span.from}
        and created_at < ${span.until}
        and reported_paid
        ${after ? sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``}
      order by created_at, id limit ${limit})`,
  )
  const last = rows.at(-1)
  const next = rows.length === limit && last ? { createdAt: last.made_at, id: last.id } : null
  return { orders: rows.map(toOrder), next }
}

/** Older orders that need a decision: cancelled without a full refund, a failed refund, a fraud warning. */
export async function listOlderOrders(
  tx: Tx,
  { provider, span: { from }, after, limit }: { provider: Name; span: Span; after: string | null; limit: number },
): Promise<LocalOrder[]> {
  const rows = await readRows(
    tx,
    sql`placed.id in (select older.id from (
        select id from public.pre_orders
         where order_status = 'cancelled' and paid_at is not null and refunded_amount < final_amount
        union select order_id from private.refunds where state = 'failed' and settled_at >= ${from}
          and requested_at >= ${from}::timestamptz - interval '1 year' -- for the index
        union select order_id from private.fraud_warnings where received_at >= ${from}
      ) as older join public.pre_orders as owner on owner.id = older.id
      where owner.payment_provider = ${provider} ${after ? sql`and older.id > ${after}::uuid` : sql``}
      order by older.id limit ${limit})`,
  )
  return rows.map(toOrder)
}

/** Of these refunds of the provider, the payments of those that we do not have, or have in another state. */
export async function listPaymentsToReconcile(tx: Tx, refunds: readonly ListedRefund[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('private.refunds')
    .select(['provider_refund_id', 'state'])
    .where(
      'provider_refund_id',
      'in',
      refunds.map(({ id }) => id),
    )
    .execute()
  const states = new Map(rows.map(({ provider_refund_id: id, state }) => [id, state]))
  const changed = refunds.filter(({ id, status }) => states.get(id) !== status)
  return [...new Set(changed.flatMap(({ paymentId }) => paymentId ?? []))]
}

type Row = {
  id: string
  made_at: string
  provider_state: ProviderState
  order_status: OrderStatus
  payment_status: string
  payment_session_id: string | null
  payment_id: string | null
  subtotal: Pence
  discount: Pence
  deliver_to: string
  payable_countries: string[] | null
  delivers_to_ni: boolean
  delivery_options: FrozenTerms['services']
  total: Pence
  refunded: Pence
  refunds: { id: string; session_id: string; pence: number; state: string; requested_at: string; failure: string }[]
  said_by_hand: LocalOrder['statusSetByHand']
  fraud_warnings: LocalOrder['fraudWarnings']
}

async function readRows(tx: Tx, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, created_at::text as made_at, provider_state, order_status, payment_status, payment_session_id, payment_id,
      ${inPence('product_price')} as subtotal, ${inPence('discount_amount')} as discount, ${inPence('final_amount')} as total,
      ${inPence('refunded_amount')} as refunded, deliver_to, payable_countries, delivers_to_ni, delivery_options,
      coalesce((select jsonb_agg(jsonb_build_object('id', refund.id, 'session_id', refund.session_id,
          'pence', ${inPence('refund.amount')}, 'state', refund.state, 'requested_at', refund.requested_at,
          'failure', refund.failure) order by refund.requested_at, refund.id)
        from private.refunds as refund where refund.order_id = placed.id), '[]') as refunds,
      case when (payment_status = 'paid') <> (paid_at is not null) then (
        select jsonb_build_object('id', event.change, 'actor', event.actor, 'at', event.at)
          from private.order_events as event
         where event.order_id = placed.id and ((event.kind = 'payment_marked' and event.facts ->> 'to' = placed.payment_status)
           or (event.facts @> '{"isMarkedPaid": true}' and placed.payment_status = 'paid'))
         order by event.at desc, event.id desc limit 1) end as said_by_hand,
      coalesce((select jsonb_agg(jsonb_build_object('id', warning.id, 'kind', warning.kind,
          'payment_id', warning.payment_id) order by warning.id)
        from private.fraud_warnings as warning where warning.order_id = placed.id), '[]') as fraud_warnings
      from public.pre_orders as placed
     where ${where}
     order by created_at, id`.execute(tx)
  return rows
}

function toOrder(row: Row): LocalOrder {
  return {
    id: row.id,
    state: row.provider_state,
    status: row.order_status,
    isMarkedPaid: row.payment_status === 'paid',
    sessionId: row.payment_session_id,
    paymentId: row.payment_id,
    frozen: {
      subtotal: row.subtotal,
      discount: row.discount,
      deliverTo: row.deliver_to,
      countries: row.payable_countries,
      deliversToNorthernIreland: row.delivers_to_ni,
      services: row.delivery_options,
    },
    totalPence: row.total,
    refundedPence: row.refunded,
    refunds: row.refunds.map((refund) => ({
      id: refund.id,
      sessionId: refund.session_id,
      amountPence: refund.pence,
      state: refund.state as LocalRefund['state'],
      requestedAt: refund.requested_at,
      failure: refund.failure,
    })),
    statusSetByHand: row.said_by_hand,
    fraudWarnings: row.fraud_warnings,
  }
}

/** Pence of a session's refunds that succeeded or are on their way. */
export function refundedOrPendingPence({ refunds }: LocalOrder, sessionId: string): number {
  return refunds
    .filter((refund) => refund.sessionId === sessionId && refund.state !== 'failed')
    .reduce((sum, refund) => sum + refund.amountPence, 0)
}

/** Failed refunds that no later refund covers; none where everything was refunded. */
export function openFailures({ refunds, state, sessionId }: LocalOrder): LocalRefund[] {
  return refunds.filter(
    (refund) =>
      refund.state === 'failed' &&
      !(state === 'refunded' && refund.sessionId === sessionId) &&
      !refunds.some(
        (later) =>
          later.state !== 'failed' &&
          later.sessionId === refund.sessionId &&
          later.amountPence >= refund.amountPence &&
          later.requestedAt > refund.requestedAt,
      ) &&
      // Two failures of one session are one discrepancy.
      !refunds.some(
        (later) =>
          later.state === 'failed' && later.sessionId === refund.sessionId && later.requestedAt > refund.requestedAt,
      ),
  )
}

export function hasFailedRefund(order: LocalOrder, sessionId: string): boolean {
  return openFailures(order).some((refund) => refund.sessionId === sessionId)
}
