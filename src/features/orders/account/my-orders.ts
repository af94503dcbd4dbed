import { type Pence, penceFromPounds } from '#base/money.ts'
import { countryName } from '#base/names.ts'
import { readSizeAdvice } from '#features/catalogue/sizes/size.ts'
import { measurementWords } from '#features/catalogue/sizes/size-advice-labels.ts'
import { holdsMoney, isBeforeDispatch, type OrderStatus, type ProviderState } from '#features/orders/order-state.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { dataOf } from '#platform/client/functions.ts'
import { findProvider } from '#platform/payments/providers.ts'
import { type PieceNumbers, pieceNumbersLabel } from '../piece-numbers.ts'

/** An order as its customer sees it. Amounts in pence, days and times as ISO. */
export type MyOrder = {
  id: string
  number: string
  orderedAt: string
  status: OrderStatus
  providerState: ProviderState
  subtotal: Pence
  discount: Pence
  delivery: Pence
  total: Pence
  refunded: Pence
  dispatchBy: string
  /** The day it arrives at the latest; null for an older order. */
  arriveBy: string | null
  carrier: string | null
  trackingNumber: string | null
  /** When the parcel became ready to post; null: not yet. */
  readyAt: string | null
  shippedAt: string | null
  deliveredAt: string | null
  /** The id of the delivery service; null until paid. */
  service: string | null
  /** The customer's name, address and e-mail from the payment page, one line each. */
  buyer: string[]
  address: MyAddress
  paidAt: string | null
  /** The name of the payment provider. */
  paidThrough: string
  giftNote: string | null
  lines: MyLine[]
}
/** The delivery address in columns of the order. */
export type MyAddress = Pick<OrderRow, 'shipping_address' | 'shipping_city' | 'shipping_postcode' | 'shipping_country'>
export type MyLine = {
  id: number
  /** Its place in the order, which names it in changes. */
  position: number
  name: string
  size: string
  /** As sold; `cancelled` pieces of them are not made. */
  quantity: number
  cancelled: number
  slug: string
  imageUrl: string | null
  sum: Pence
  /** The measurements that the customer sent with the garment, as a sentence. */
  measurements: string | null
  heightCm: number | null
  /** 'No. 7 of 40'; null for pieces without a number. */
  piece: string | null
}
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
  'id, order_id, position, name, size, quantity, cancelled_quantity, slug, image_url, unit_price, size_advice, height_cm, numbered_of, piece_numbers'

/**
 * The paid orders of an account, newest first. The policies of an administrator show the orders of all customers, so
 * the user is part of the query. Throws a `RequestError`.
 */
export async function listMyOrders(userId: string, count: number): Promise<MyOrders> {
  const backend = await loadBackend()
  const found = dataOf(
    await backend
      .from('pre_orders')
      .select(orderColumns)
      .eq('user_id', userId)
      .eq('reported_paid', true)
      .order('created_at', { ascending: false })
      .order('id')
      .range(0, count)
      .overrideTypes<OrderRow[], { merge: false }>(),
  )
  const rows = found.slice(0, count)
  if (rows.length === 0) return { orders: [], hasMore: false }
  const ids = rows.map(({ id }) => id)
  const lines = dataOf(
    await backend
      .from('order_lines')
      .select(lineColumns)
      .in('order_id', ids)
      .order('position')
      .overrideTypes<LineRow[], { merge: false }>(),
  )
  const linesOf = (id: string) => lines.filter((line) => line.order_id === id)
  return { orders: rows.map((row) => toOrder(beforeSending(row), linesOf(row.id))), hasMore: found.length > count }
}

/** The column counts from the promised dispatch day; a sent order's page counts from the day it was sent. */
function beforeSending(row: OrderRow): OrderRow {
  return isBeforeDispatch(row.order_status) ? row : { ...row, arrive_by: null }
}

/** A row of `pre_orders` as JSON, of the customer's own order. */
export type OrderRow = {
  id: string
  order_number: string
  created_at: string
  order_status: OrderStatus
  provider_state: ProviderState
  product_price: number
  discount_amount: number
  shipping_amount: number | null
  final_amount: number
  refunded_amount: number
  dispatch_by: string
  arrive_by: string | null
  shipping_carrier: string | null
  tracking_number: string | null
  ready_at: string | null
  shipped_at: string | null
  delivered_at: string | null
  delivery_service: string | null
  paid_at: string | null
  payment_provider: string
  customer_name: string | null
  customer_email: string | null
  shipping_address: string | null
  shipping_city: string | null
  shipping_postcode: string | null
  shipping_country: string | null
  gift_note: string | null
}
/** A row of `order_lines` as JSON. */
export type LineRow = {
  id: number
  order_id: string
  name: string
  size: string
  position: number
  quantity: number
  cancelled_quantity: number
  slug: string
  image_url: string | null
  unit_price: number
  size_advice: unknown
  height_cm: number | null
} & PieceNumbers

/** The order of its rows; `lines` are those of this order. */
export function toOrder(row: OrderRow, lines: LineRow[]): MyOrder {
  return {
    id: row.id,
    number: row.order_number,
    orderedAt: row.created_at,
    status: row.order_status,
    providerState: row.provider_state,
    subtotal: penceFromPounds(row.product_price),
    discount: penceFromPounds(row.discount_amount),
    delivery: penceFromPounds(row.shipping_amount ?? 0),
    total: penceFromPounds(row.final_amount),
    refunded: penceFromPounds(row.refunded_amount),
    dispatchBy: row.dispatch_by,
    arriveBy: row.arrive_by,
    carrier: row.shipping_carrier,
    trackingNumber: row.tracking_number,
    readyAt: row.ready_at,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
    service: row.delivery_service,
    buyer: buyerOf(row),
    address: addressOf(row),
    paidAt: row.paid_at,
    paidThrough: findProvider(row.payment_provider)?.paidThrough ?? row.payment_provider,
    giftNote: row.gift_note,
    lines: lines.map(toLine),
  }
}

/** The line of its row. */
function toLine({ image_url, unit_price, size_advice, height_cm, ...row }: LineRow): MyLine {
  const { id, position, name, size, quantity, cancelled_quantity: cancelled, slug, ...numbers } = row
  return {
    id,
    position,
    name,
    size,
    quantity,
    cancelled,
    slug,
    imageUrl: image_url,
    sum: penceFromPounds((Math.round(unit_price * 100) * quantity) / 100),
    measurements: measurementsLabel(size_advice),
    heightCm: height_cm,
    piece: pieceNumbersLabel(numbers),
  }
}

function addressOf({ shipping_address, shipping_city, shipping_postcode, shipping_country }: OrderRow): MyAddress {
  return { shipping_address, shipping_city, shipping_postcode, shipping_country }
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
export function mayCancel({ status, providerState }: Pick<MyOrder, 'status' | 'providerState'>): boolean {
  return status === 'pending' && holdsMoney(providerState)
}
