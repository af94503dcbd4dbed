import type { Selectable } from 'kysely'
import { pence, penceFromPounds } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { readSizeAdvice } from '#features/catalogue/sizes/size.ts'
import { measurementWords } from '#features/catalogue/sizes/size-advice-labels.ts'
import { holdsMoney, type OrderStatus, type ProviderState } from '#features/orders/order-state.ts'
import { collected } from '#features/settings/without-parcel.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { dataOf, read } from '#platform/client/functions.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Wire } from '#platform/http/contract.ts'
import { findProvider } from '#platform/payments/providers.ts'
import { handPaymentOf, handPayments } from '../hand-payment.ts'
import { arrivalDayOf } from '../order-dates.ts'
import { type PieceNumbers, pieceNumbersLabel } from '../order-lines.ts'
import type { Parcel } from '../parcels/parcel.ts'
import { type CustomerReturn, declaredPieces } from '../returns/return.ts'

type Orders = Selectable<Tables['pre_orders']>
type Lines = Selectable<Tables['order_lines']>

/** The columns of an order that its customer sees, as JSON. */
export type OrderRow = Wire<Pick<Orders, 'id' | 'order_number' | 'created_at' | 'dispatch_by' | 'arrive_by'>> &
  Wire<Pick<Orders, 'ready_at' | 'shipped_at' | 'delivered_at' | 'paid_at' | 'delivery_service' | 'gift_note'>> &
  Pick<Orders, 'payment_provider' | 'customer_name' | 'customer_email' | 'shipping_carrier' | 'tracking_number'> &
  Pick<Orders, 'product_price' | 'discount_amount' | 'shipping_amount' | 'final_amount' | 'refunded_amount'> &
  MyAddress & { order_status: OrderStatus; provider_state: ProviderState }
/** The delivery address in columns of the order. */
export type MyAddress = Pick<Orders, 'shipping_address' | 'shipping_city' | 'shipping_postcode' | 'shipping_country'>
/** A row of `order_lines` as JSON. */
export type LineRow = Pick<Lines, 'order_id' | 'name' | 'size' | 'position' | 'quantity' | 'cancelled_quantity'> &
  Pick<Lines, 'slug' | 'image_url' | 'height_cm' | 'heel_cm' | 'unit_price'> &
  PieceNumbers & { id: number; size_advice: unknown }

/** An order as its customer sees it. Amounts in pence, days and times as ISO. */
export type MyOrder = ReturnType<typeof toOrder>
export type MyLine = ReturnType<typeof toLine>
export type MyOrders = { orders: MyOrder[]; hasMore: boolean }

export const ordersAtOnce = 5

/** The columns of `OrderRow`, in the spelling of SQL and of /rest/v1. */
export const orderColumns =
  'id, order_number, created_at, order_status, provider_state, product_price, discount_amount, shipping_amount, ' +
  'final_amount, refunded_amount, dispatch_by, arrive_by, shipping_carrier, tracking_number, ready_at, shipped_at, ' +
  'delivered_at, delivery_service, paid_at, payment_provider, customer_name, customer_email, shipping_address, ' +
  'shipping_city, shipping_postcode, shipping_country, gift_note'

/** The columns of `LineRow`. */
export const lineColumns =
  'id, order_id, position, name, size, quantity, cancelled_quantity, slug, image_url, unit_price, size_advice, height_cm, heel_cm, numbered_of, piece_numbers'

/** An order of the account's list, whose arrival is counted in the browser. */
type ListedRow = OrderRow & { delivery_options: unknown }
export const listedColumns = `${orderColumns}, delivery_options`

/**
 * The paid orders of an account, newest first. The policies of an administrator show the orders of all customers, so
 * the user is part of the query. Throws a `RequestError`.
 */
export async function listMyOrders(userId: string, count: number): Promise<MyOrders> {
  const backend = await loadBackend()
  const found = dataOf(
    await backend
      .from('pre_orders')
      .select(listedColumns)
      .eq('user_id', userId)
      .eq('reported_paid', true)
      .order('created_at', { ascending: false })
      .order('id')
      .range(0, count)
      .overrideTypes<ListedRow[], { merge: false }>(),
  )
  const rows = found.slice(0, count)
  if (rows.length === 0) return { orders: [], hasMore: false }
  const ids = rows.map(({ id }) => id)
  const [listed, { returns }, { parcels }] = await Promise.all([
    backend
      .from('order_lines')
      .select(lineColumns)
      .in('order_id', ids)
      .order('position')
      .overrideTypes<LineRow[], { merge: false }>(),
    read('my-returns'),
    read('my-parcels'),
  ])
  const lines = dataOf(listed)
  return {
    orders: rows.map((row) => toListedOrder(row, lines, { returns, parcels: parcels[row.id] ?? [] })),
    hasMore: found.length > count,
  }
}

/** A listed order with those of the lines and returns that are its own. */
export function toListedOrder(
  row: ListedRow,
  lines: readonly LineRow[],
  { returns, parcels }: { returns: readonly (CustomerReturn & { order_id: string })[]; parcels: readonly Parcel[] },
): MyOrder {
  const ofOrder = (each: { order_id: string }) => each.order_id === row.id
  const own = { returns: returns.filter(ofOrder), parcels }
  return toOrder({ ...row, arrive_by: arrivalDayOf(row) }, lines.filter(ofOrder), own)
}

type OfOrder = { returns: readonly CustomerReturn[]; parcels: readonly Parcel[] }

/** The order of its rows; lines, returns, the newest first, and parcels are those of this order. */
export function toOrder(row: OrderRow, lines: readonly LineRow[], { returns, parcels }: OfOrder) {
  const { shipping_address, shipping_city, shipping_postcode, shipping_country } = row
  const paidBy = handPaymentOf(row.payment_provider)
  return {
    id: row.id,
    number: row.order_number,
    orderedAt: row.created_at,
    status: row.order_status,
    providerState: row.provider_state,
    subtotal: penceFromPounds(row.product_price),
    discount: penceFromPounds(row.discount_amount),
    delivery: row.shipping_amount ? penceFromPounds(row.shipping_amount) : pence(0),
    total: penceFromPounds(row.final_amount),
    refunded: penceFromPounds(row.refunded_amount),
    dispatchBy: row.dispatch_by,
    /** The day it arrives at the latest, or has arrived; null where none is known. */
    arriveBy: row.arrive_by,
    /** The first to leave first. */
    parcels,
    /** When the parcel became ready to post; null: not yet. */
    readyAt: row.ready_at,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
    /** The id of the delivery service; null until paid. */
    service: row.delivery_service,
    /** The customer's name, address and e-mail from the payment page, one line each. */
    buyer: buyerOf(row),
    address: { shipping_address, shipping_city, shipping_postcode, shipping_country },
    paidAt: row.paid_at,
    /** How it was paid: the payment provider, or cash and the like that the owner took. */
    paidThrough:
      findProvider(row.payment_provider)?.paidThrough ??
      (paidBy ? handPayments[paidBy].paidThrough : row.payment_provider),
    paidBy,
    /** Whether the customer collects it, so that no parcel leaves. */
    isCollected: row.delivery_service === collected.id,
    giftNote: row.gift_note,
    lines: lines.map((line) => toLine(line, returns)),
    returns,
  }
}

function toLine(
  { image_url, unit_price, size_advice, height_cm, heel_cm, ...row }: LineRow,
  returns: readonly CustomerReturn[],
) {
  const { id, position, name, size, quantity, cancelled_quantity: cancelled, slug, ...numbers } = row
  return {
    id,
    /** Its place in the order, which names it in changes. */
    position,
    name,
    size,
    /** As sold; `cancelled` pieces of them are not made. */
    quantity,
    cancelled,
    /** The pieces that the customer withdrew from, besides those that were cancelled with it. */
    withdrawn: declaredPieces(id, returns, 'withdrawal'),
    slug,
    imageUrl: image_url,
    sum: pence(penceFromPounds(unit_price) * quantity),
    /** The measurements that the customer sent with the garment, as a sentence. */
    measurements: measurementsLabel(size_advice),
    heightCm: height_cm,
    heelCm: heel_cm,
    /** 'No. 7 of 40'; null for pieces without a number. */
    piece: pieceNumbersLabel(numbers),
  }
}

function buyerOf(row: OrderRow): string[] {
  const country = row.shipping_country && countryName(row.shipping_country)
  const address = [...(row.shipping_address ?? '').split('\n'), row.shipping_city, row.shipping_postcode, country]
  return [row.customer_name, ...address, row.customer_email].flatMap((line) => line?.trim() || [])
}

function measurementsLabel(advice: unknown): string | null {
  const read = readSizeAdvice(advice)
  return read && measurementWords(read)
}

/** Whether the customer may still cancel: paid, and production has not begun. The server checks again. */
export function mayCancel(order: Pick<MyOrder, 'status' | 'providerState' | 'lines' | 'returns'>): boolean {
  return order.status === 'pending' && holdsMoney(order.providerState) && withdrawalOf(order) === null
}

type WithdrawnLine = Pick<MyLine, 'quantity' | 'cancelled' | 'withdrawn'>

/**
 * The withdrawal that the order follows: of all that is left of it, and not refused. The one that is the least far where
 * there are several. Null for a cancelled order, of which nothing is left.
 */
export function withdrawalOf({
  status,
  lines,
  returns,
}: Pick<MyOrder, 'status' | 'returns'> & { lines: readonly WithdrawnLine[] }): CustomerReturn | null {
  const left = lines.filter(({ quantity, cancelled }) => quantity > cancelled)
  const isAll = left.length > 0 && left.every((line) => line.withdrawn >= line.quantity - line.cancelled)
  if (status === 'cancelled' || !isAll) return null
  const states = ['requested', 'received', 'inspected', 'refunded'] as const
  const withdrawals = returns.filter(({ kind, stopped }) => kind === 'withdrawal' && !stopped)
  return states.map((state) => withdrawals.find((each) => each.state === state)).find((each) => each) ?? null
}
