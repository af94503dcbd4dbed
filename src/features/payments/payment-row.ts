import { sql } from 'kysely'
import { pence, poundsFromPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { redeemDiscount } from '#features/discounts/discount-codes.ts'
import { giveCheckoutConsent } from '#features/orders/last-sizes/last-sizes.ts'
import type { OrderNote } from '#features/orders/order-note.ts'
import { addNote } from '#features/orders/order-notes.ts'
import type { KnownPayment, ProviderState } from '#features/orders/order-state.ts'
import { arrivalOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import { isPosted } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import type { PaymentProvider, SessionRecord } from '#platform/payments/provider.ts'
import { joinOnPayment } from './join-on-payment.ts'
import { type FrozenTerms, type KnownRefunds, keepRefundNote, paymentWarning } from './review-notes.ts'

/** The columns of an order that its payment reads and changes. */
export type PayableOrder = {
  id: string
  sessionId: string | null
  payment: KnownPayment
  /** Whether the owner has set it to paid, before any payment came through the provider. */
  isSetPaid: boolean
  frozen: FrozenTerms
  /** 'YYYY-MM-DD'. */
  dispatchBy: string
}

/** A paid session, the state it leads to, and when the shop first recorded each failed refund. */
type PaidUpdate = {
  order: PayableOrder
  record: SessionRecord
  next: KnownPayment
  failedAt: KnownRefunds['failedAt']
}

const inMicroseconds = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

/** The database's time to the microsecond as sortable text: it orders two requests to the provider. */
export async function readDatabaseClock(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', ${inMicroseconds}) as at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  return row.at
}

/** Locks the order of a session by the order id in the session's reference. Null for an order of another provider. */
export async function lockPayable(
  tx: Tx,
  orderId: string,
  provider: PaymentProvider['name'],
): Promise<PayableOrder | null> {
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'provider_state', 'payment_session_id', 'payment_status', 'paid_at'])
    .select(penceOf('product_price', 'discount_amount', 'refunded_amount'))
    .select(['deliver_to', 'payable_countries', 'delivers_to_ni', 'delivery_options'])
    .select(sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('leaves_by'))
    .select(sql<string | null>`to_char(payment_read_at at time zone 'UTC', ${inMicroseconds})`.as('read_at'))
    .where('id', '=', orderId)
    .where('payment_provider', '=', provider)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    sessionId: row.payment_session_id,
    payment: {
      state: row.provider_state as ProviderState,
      refundedPence: row.refunded_amount,
      readAt: row.read_at,
    },
    isSetPaid: row.payment_status === 'paid' && row.paid_at === null,
    frozen: {
      subtotal: row.product_price,
      discount: row.discount_amount,
      deliverTo: row.deliver_to,
      countries: row.payable_countries,
      deliversToNorthernIreland: row.delivers_to_ni,
      services: row.delivery_options as FrozenTerms['services'],
    },
    dispatchBy: row.leaves_by,
  }
}

/**
 * Marks an order as paid: amounts, customer, address, arrival day, discount use, the consent of its checkout. Notes a discount or pre-order limit it
 * exceeds.
 */
export async function markPaid(tx: Tx, { order, record, next, failedAt }: PaidUpdate): Promise<void> {
  const isCounted = await redeemDiscount(tx, order.id)
  const wasReleased = order.payment.state === 'expired' || order.payment.state === 'failed'
  const isTooMany = wasReleased && (await isOverLimit(tx, order.id))
  const notes: (OrderNote | null)[] = [
    paymentWarning(record, order.frozen),
    isCounted ? null : { kind: 'code_used_up' },
    isTooMany ? { kind: 'preorder_full' } : null,
    order.isSetPaid ? { kind: 'paid_again' } : null,
  ]
  const address = record.customer?.address
  const service = record.deliveryService ?? order.frozen.services.find((each) => !isPosted(each))?.id ?? null
  await tx
    .updateTable('pre_orders')
    .set({
      ...paymentColumns(record, next),
      payment_status: 'paid',
      payment_session_id: record.id,
      paid_at: sql<Date>`shop_now()`,
      // A page without a delivery asks for none of it: the order has what the owner wrote down.
      ...(address && {
        customer_name: record.customer?.name ?? null,
        customer_email: record.customer?.email ?? null,
        customer_phone: record.customer?.phone ?? null,
        shipping_address: [address.line1, address.line2].filter(Boolean).join(', ') || null,
        shipping_city: address.city,
        shipping_postcode: address.postcode,
        shipping_country: address.country,
      }),
      shipping_amount: poundsFromPence(pence(record.deliveryPence ?? 0)),
      final_amount: poundsFromPence(pence(record.totalPence ?? 0)),
      delivery_service: service,
      arrive_by: arrivalOfOrder(order.dispatchBy, {
        delivery_options: order.frozen.services,
        delivery_service: service,
      }),
    })
    .where('id', '=', order.id)
    .execute()
  for (const note of notes) if (note) await addNote(tx, order.id, note)
  await joinOnPayment(tx, order.id)
  await giveCheckoutConsent(tx, order.id)
  await keepRefundNote(tx, order.id, { record, failedAt })
}

/**
 * Whether a late payment of an abandoned order takes a pre-order over its limit. Reserved pieces count too, since their
 * pages may still be paid.
 */
async function isOverLimit(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    select exists (
      select from public.order_lines line
        join public.pre_orders placed on placed.id = line.order_id
        join public.products product on product.id = line.product_id
       where line.order_id = ${orderId} and line.is_preorder and product.preorder_limit is not null
         and not private.is_sold(placed.provider_state, placed.payment_status, placed.order_status)
       group by product.id
      having sum(line.quantity - line.cancelled_quantity) + private.sold_units(product.id)
        + (select coalesce(sum(units), 0) from private.reserved_units(product.id)) > product.preorder_limit
    ) as "isOver"`.execute(tx)
  return rows[0]?.isOver === true
}

/** Updates the payment state of a paid order, such as after a refund or a dispute. */
export async function updatePaidState(tx: Tx, { order, record, next, failedAt }: PaidUpdate): Promise<void> {
  await tx.updateTable('pre_orders').set(paymentColumns(record, next)).where('id', '=', order.id).execute()
  await keepRefundNote(tx, order.id, { record, failedAt })
}

/** Sets the state of an order whose session is not paid. */
export async function setUnpaidState(tx: Tx, id: string, state: ProviderState, sessionId: string): Promise<void> {
  await tx
    .updateTable('pre_orders')
    .set({ provider_state: state, payment_session_id: sql`coalesce(payment_session_id, ${sessionId})` })
    .where('id', '=', id)
    .execute()
}

/**
 * An unpaid order whose payment link is not over waits for the next page of that link, and keeps what it holds. False for
 * any other order.
 */
export async function returnToLink(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update public.pre_orders as placed set provider_state = 'creating', payment_session_id = null,
        payment_session_url = null, payment_session_expires_at = null
      from private.payment_links as link
     where placed.id = ${id} and link.order_id = placed.id and link.ends_at > public.shop_now()`.execute(tx)
  // Where the page was closed before its time, the next press opens another.
  await sql`update private.payment_links set page_ends_at = least(page_ends_at, public.shop_now())
     where order_id = ${id} and page > 0`.execute(tx)
  return numAffectedRows > 0n
}

function paymentColumns({ paymentId }: SessionRecord, { state, refundedPence, readAt }: KnownPayment) {
  return {
    provider_state: state,
    refunded_amount: poundsFromPence(pence(refundedPence)),
    payment_read_at: readAt,
    ...(paymentId !== null && { payment_id: paymentId }),
  }
}
