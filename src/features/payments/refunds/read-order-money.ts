import { sql } from 'kysely'
import { type Pence, type Pounds, pence } from '#base/money.ts'
import { inPence, penceOf } from '#base/sql-money.ts'
import { type HandPayment, handPaymentOf } from '#features/orders/hand-payment.ts'
import { listMoneyHistory, type MoneyEvent } from '#features/orders/history/order-history.ts'
import type { OrderNote } from '#features/orders/order-note.ts'
import { openNotes } from '#features/orders/order-notes.ts'
import { isPaid, type OrderStatus, type PaymentStatus, type ProviderState } from '#features/orders/order-state.ts'
import { sentQuantity } from '#features/orders/parcels/list-parcels.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { deliveryLeft, isWithBank, refundableAmount, refundedPieces } from './lock-order-for-refund.ts'
import type { RefundReason, RefundState } from './request-refund.ts'

/** `failure`: the provider's reason. `held`: it waits because the cancelled order was revived. */
export type RefundResponse = {
  id: string
  amount_pence: Pence
  reason: RefundReason
  note: string | null
  /** 'Mary Dress, 2 × Ruth Skirt, delivery', where it is for these. */
  garments: string | null
  state: RefundState
  source: 'shop' | 'provider'
  failure: string | null
  held: boolean
  /** Whether it refunds the order's own payment, not a second one. */
  is_own: boolean
  /** Whether it failed after the customer got an e-mail that it was sent. */
  was_told: boolean
  requested_at: Date
  settled_at: Date | null
}

/**
 * A line as sold. `price_pence`: of all its pieces. `cancelled`, `sent` and `refunded` count pieces; `sent`: in parcels, all
 * of an order that left in one may be none.
 */
export type MoneyLine = {
  id: string
  position: number
  name: string
  size: string
  quantity: number
  cancelled: number
  sent: number
  refunded: number
  unit_pence: Pence
  price_pence: Pence
  discount_pence: Pence
  is_preorder: boolean
}

/** GET order-money: an order's payment, refunds and disputes. */
export type OrderMoneyResponse = {
  order_number: string
  /** Of the order's row, for changes of its garments. */
  version: number
  order_status: OrderStatus
  payment_status: PaymentStatus
  provider_state: ProviderState
  currency: 'gbp'
  customer_name: string | null
  customer_email: string | null
  lines: MoneyLine[]
  goods_pence: Pence
  discount_pence: Pence
  discount_code: string | null
  /** The order whose return pays for this one; null for any other. */
  exchange_for: string | null
  /** What of its payment pays for exchanges of its returns. */
  exchanged_pence: Pence
  /** Null until it is paid. */
  delivery_pence: Pence | null
  /** What of it has not been refunded as such. */
  delivery_left_pence: Pence
  total_pence: Pence
  /** A payment that is not decided yet, as with Klarna; null where there is none. */
  undecided_pence: Pence | null
  refunded_pence: Pence
  refundable_pence: Pence
  /** Why a paid order cannot be refunded; null where it can. */
  not_refundable: 'disputed' | 'other_provider' | null
  paid_at: Date | null
  created_at: Date
  provider: string
  /** How the owner took the money; null where it came through a payment provider. */
  paid_by: HandPayment | null
  dashboard_url: string | null
  review_notes: OrderNote[]
  refunds: RefundResponse[]
  disputes: {
    id: string
    amount_pence: Pence
    reason: string
    status: string
    respond_by: Date | null
    opened_at: Date
  }[]
  fraud_warnings: { id: string; kind: string; received_at: Date }[]
  history: MoneyEvent[]
  /** The shop's clock, for comparisons with due dates. */
  now: Date
}

/** Refuses not_found. */
export async function readOrderMoney(
  tx: Tx,
  provider: PaymentProvider,
  orderNumber: string,
): Promise<Omit<OrderMoneyResponse, 'undecided_pence'>> {
  const order = await tx
    .selectFrom('pre_orders')
    .select(['id', 'version', 'order_number', 'order_status', 'payment_status', 'provider_state', 'payment_session_id'])
    .select(['customer_name', 'customer_email', 'user_id', 'discount_code', 'paid_at', 'created_at'])
    .select(['payment_provider', 'payment_id', openNotes('pre_orders.id').as('review_notes')])
    .select(penceOf('product_price', 'discount_amount', 'shipping_amount', 'final_amount', 'refunded_amount'))
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  if (!order) throw new AppError('not_found', 'There is no order with that number.')
  const state = order.provider_state as ProviderState
  const blocked = await whyNot(tx, { ...order, state }, provider.name)
  const refunds = await listRefunds(tx, order)
  return {
    order_number: order.order_number,
    version: order.version,
    order_status: order.order_status as OrderStatus,
    payment_status: order.payment_status as PaymentStatus,
    provider_state: state,
    currency: 'gbp',
    customer_name: order.customer_name,
    customer_email: order.customer_email,
    lines: await listLines(tx, order.id),
    goods_pence: order.product_price,
    discount_pence: order.discount_amount,
    discount_code: order.discount_code,
    ...(await readExchanges(tx, order.id)),
    delivery_pence: order.shipping_amount,
    delivery_left_pence: await deliveryLeft(tx, order.id),
    total_pence: order.final_amount,
    refunded_pence: order.refunded_amount,
    refundable_pence: blocked ? pence(0) : await refundable(tx, order, state),
    not_refundable: isPaid(state) && order.final_amount > 0 ? blocked : null,
    paid_at: order.paid_at,
    created_at: order.created_at,
    provider: order.payment_provider,
    paid_by: handPaymentOf(order.payment_provider),
    dashboard_url:
      order.payment_id && order.payment_provider === provider.name ? provider.dashboardUrl(order.payment_id) : null,
    review_notes: order.review_notes,
    refunds,
    disputes: await listDisputes(tx, order.id),
    fraud_warnings: await tx
      .selectFrom('private.fraud_warnings')
      .select(['id', 'kind', 'received_at'])
      .where('order_id', '=', order.id)
      .orderBy('received_at')
      .execute(),
    history: await listMoneyHistory(tx, { orderId: order.id, customerId: order.user_id }),
    now: await readShopNow(tx),
  }
}

async function readExchanges(
  tx: Tx,
  id: string,
): Promise<Pick<OrderMoneyResponse, 'exchange_for' | 'exchanged_pence'>> {
  const credits = sql<Pounds>`(select coalesce(sum(exchange.credit), 0) from private.exchanges as exchange
    join public.pre_orders as placed on placed.id = exchange.order_id
    where exchange.origin_id = ${id} and private.is_exchanging(placed.provider_state, placed.order_status))`
  const { rows } = await sql<Pick<OrderMoneyResponse, 'exchange_for' | 'exchanged_pence'>>`
    select ${inPence(credits)} as exchanged_pence, (select first.order_number from private.exchanges as exchange
      join public.pre_orders as first on first.id = exchange.origin_id where exchange.order_id = ${id}) as exchange_for`.execute(
    tx,
  )
  return rows[0] ?? { exchange_for: null, exchanged_pence: pence(0) }
}

type Row = {
  id: string
  order_status: string
  payment_session_id: string | null
  final_amount: Pence
  refunded_amount: Pence
}

type Placed = { id: string; payment_provider: string; state: ProviderState }

async function whyNot(tx: Tx, order: Placed, running: string): Promise<OrderMoneyResponse['not_refundable']> {
  if (order.payment_provider !== running && !handPaymentOf(order.payment_provider)) return 'other_provider'
  return (await isWithBank(tx, order)) ? 'disputed' : null
}

async function listLines(tx: Tx, orderId: string): Promise<OrderMoneyResponse['lines']> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['id', 'position', 'name', 'size', 'quantity', 'cancelled_quantity as cancelled', 'is_preorder'])
    .select(sentQuantity.as('sent'))
    .select(penceOf('unit_price', 'discount_amount'))
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const refunded = await refundedPieces(tx, orderId)
  return lines.map(({ unit_price, discount_amount, ...line }) => ({
    ...line,
    refunded: Math.min(line.quantity, refunded.get(line.position) ?? 0),
    unit_pence: unit_price,
    discount_pence: discount_amount,
    price_pence: pence(unit_price * line.quantity),
  }))
}

async function refundable(tx: Tx, order: Row, state: ProviderState): Promise<Pence> {
  if (!order.payment_session_id || !isPaid(state)) return pence(0)
  return refundableAmount(tx, {
    orderId: order.id,
    sessionId: order.payment_session_id,
    paidPence: order.final_amount,
    refundedPence: order.refunded_amount,
  })
}

async function listRefunds(tx: Tx, order: Row): Promise<RefundResponse[]> {
  const rows = await tx
    .selectFrom('private.refunds')
    .select([
      'id',
      'reason',
      'note',
      'state',
      'source',
      'failure',
      'scope',
      'session_id',
      inPence('amount').as('amount_pence'),
    ])
    .select(['requested_at', 'settled_at', wasAnnounced(order.id).as('was_told'), garments.as('garments')])
    .where('order_id', '=', order.id)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ scope, session_id, ...row }) => ({
    ...row,
    reason: row.reason as RefundReason,
    state: row.state as RefundState,
    source: row.source as RefundResponse['source'],
    held: row.state === 'requested' && scope === 'cancellation' && order.order_status !== 'cancelled',
    is_own: session_id === order.payment_session_id,
  }))
}

// Pieces of refund_lines or of a return, then the delivery.
const garments = sql<string | null>`(
  select string_agg(case when part.quantity > 1 then part.quantity || ' × ' else '' end || part.name, ', ' order by part.at)
    from (select sold.position::int as at, line.quantity, sold.name from private.refund_lines as line
            join public.order_lines as sold on sold.order_id = refunds.order_id and sold.position = line.position
           where line.refund_id = refunds.id
          union all
          select sold.position::int, piece.quantity, sold.name from private.returns as sent_back
            join private.return_lines as piece on piece.return_id = sent_back.id
            join public.order_lines as sold on sold.id = piece.line_id where sent_back.refund_id = refunds.id
          union all
          select 100000, 1, 'delivery' where refunds.delivery_amount > 0) as part)`

// The e-mail is sent only for a refund that the provider has accepted.
function wasAnnounced(orderId: string) {
  return sql<boolean>`state = 'failed' and provider_refund_id is not null and exists (
    select from private.outbox as email where email.order_id = ${orderId} and email.kind = 'order_refunded'
       and email.state = 'sent' and email.created_at >= refunds.requested_at)`
}

async function listDisputes(tx: Tx, orderId: string): Promise<OrderMoneyResponse['disputes']> {
  return tx
    .selectFrom('private.disputes')
    .select(['id', inPence('amount').as('amount_pence'), 'reason', 'status', 'respond_by', 'opened_at'])
    .where('order_id', '=', orderId)
    .orderBy('opened_at', 'desc')
    .execute()
}
