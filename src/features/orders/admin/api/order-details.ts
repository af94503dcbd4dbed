import { type Selectable, sql } from 'kysely'
import type { PreorderReason } from '#features/catalogue/preorders/preorder.ts'
import type { SizeAdvice } from '#features/catalogue/sizes/size.ts'
import { handPayments } from '#features/orders/hand-payment.ts'
import type { OrderNote } from '#features/orders/order-note.ts'
import { openNotes } from '#features/orders/order-notes.ts'
import {
  isBeforeDispatch,
  type OrderStatus,
  type PaymentStatus,
  type ProviderState,
} from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { summariseCustomer } from '../../customers/customer-notes.ts'
import { listTimeline, type TimelineEntry } from '../../history/order-history.ts'
import { arrivalDayOf } from '../../order-dates.ts'
import type { PieceNumbers } from '../../order-lines.ts'
import { listParcels, sentQuantity } from '../../parcels/list-parcels.ts'
import type { Parcel } from '../../parcels/parcel.ts'
import { addedNumbers, parcelOf } from '../../parcels/shared-parcel.ts'
import type { OrderPlace } from './order-views.ts'

const columns = [
  ...(['id', 'order_number', 'created_at', 'version', 'notes', 'product_name', 'product_size'] as const),
  ...(['customer_name', 'customer_email', 'customer_phone', 'shipping_address', 'shipping_city'] as const),
  ...(['shipping_postcode', 'shipping_country', 'delivery_service', 'shipping_carrier', 'tracking_number'] as const),
  ...(['order_status', 'order_view', 'ready_at', 'shipped_at'] as const),
  ...(['payment_status', 'reported_paid', 'provider_state', 'paid_at'] as const),
]
const amounts = ['product_price', 'discount_amount', 'shipping_amount', 'final_amount', 'refunded_amount'] as const

/**
 * An order of the back office: the columns of `pre_orders`. The delivery service, by its id, and
 * `shipping_amount` are null until paid, `ready_at` until the parcel is ready to post.
 */
export type OrderRow = Pick<Selectable<Tables['pre_orders']>, (typeof columns)[number]> &
  Pick<Selectable<Tables['pre_orders']>, (typeof amounts)[number]> & {
    order_status: OrderStatus
    payment_status: PaymentStatus
    provider_state: ProviderState
    order_view: OrderPlace
    /** 'YYYY-MM-DD'. */
    dispatch_by: string
    /** What the owner has to check. Missing in rows of `/rest/v1`, which shows no notes. */
    review_notes?: OrderNote[]
    /** The orders that were added to it and are in its parcel; missing in rows of `/rest/v1`. */
    added_numbers?: string[]
    /** The order in whose parcel it is; missing in rows of `/rest/v1`. */
    parcel_of?: string | null
    /** Its payment link, by which it was paid or is to be; null without one, and where the owner took the money. */
    link?: OrderPaymentLink | null
  }

/** `ended`: by the owner; `expired`: its time is over. */
export type OrderPaymentLink = { state: 'open' | 'paid' | 'ended' | 'expired'; ends_at: string }

const handPaid = Object.keys(handPayments)
const paymentLink = sql`(
  select jsonb_build_object('ends_at', link.ends_at, 'state', case
      when o.reported_paid then 'paid' when link.ends_at > public.shop_now() then 'open'
      when link.ended_from is not null then 'ended' else 'expired' end)
    from private.payment_links as link
   where link.order_id = o.id and o.order_status <> 'cancelled' and o.payment_provider <> all(${handPaid}::text[]))`

/** The columns of an `OrderRow`, from `pre_orders o`. */
export const orderColumns = sql`${sql.join(columns.map((name) => sql.ref(`o.${name}`)))},
  ${sql.join(amounts.map((name) => sql`${sql.ref(`o.${name}`)}::float8 as ${sql.ref(name)}`))},
  to_char(o.dispatch_by, 'YYYY-MM-DD') as dispatch_by, ${openNotes('o.id')} as review_notes,
  ${addedNumbers} as added_numbers, ${parcelOf} as parcel_of, ${paymentLink} as link`

/** `gift_note`: the note to enclose with the parcel. Days are 'YYYY-MM-DD'. */
export type DetailedOrder = OrderRow &
  Pick<
    Selectable<Tables['pre_orders']>,
    'deliver_to' | 'discount_code' | 'discount_percent' | 'payment_provider' | 'gift_note'
  > & {
    /** As promised at payment; null: the same as `dispatch_by`. */
    promised_dispatch_by: string | null
    /** In an order's details its arrival, as `arrivalDayOf` has it; null until paid. */
    arrive_by: string | null
    delivered_at: Date | null
  }

type Amount = 'unit_price' | 'discount_amount'
type LineColumns = Pick<
  Selectable<Tables['order_lines']>,
  'position' | 'product_id' | 'slug' | 'name' | 'size' | 'quantity' | 'image_url' | 'is_preorder' | Amount
>

/**
 * An order line as sold: `unit_price` of one piece, `discount_amount` of all. `cancelled_quantity`
 * pieces of `quantity` are neither made nor sent.
 */
export type OrderLine = LineColumns &
  PieceNumbers & {
    cancelled_quantity: number
    /** Pieces that left in a parcel of several; all of an order that left in one may be none. */
    sent_quantity: number
    /** 'YYYY-MM-DD'. */
    dispatch_by: string
    /** The customer's measurements, and the height and the heel to hem it for, where given. */
    size_advice: SizeAdvice | null
    height_cm: number | null
    heel_cm: number | null
    /** Of a pre-order, what it gave; its numbers once paid. */
    preorder_reason: PreorderReason | null
  }

/** `exchange`: a return of this one was exchanged for it; `returned`: a return of it was exchanged for this one. */
export type ExchangedOrder = { order_number: string; kind: 'exchange' | 'returned' }

export type OrderDetails = {
  order: DetailedOrder
  lines: OrderLine[]
  /** The first to leave first. */
  parcels: Parcel[]
  timeline: TimelineEntry[]
  exchanges: ExchangedOrder[]
  /** The owner's own, which no customer sees. */
  owner_note: string | null
  /** How many paid orders the customer has, and the owner's note on them; null while the customer is unknown. */
  customer: { orders: number; note: string | null } | null
}

export const detailedColumns = sql`${orderColumns}, o.deliver_to, o.discount_code, o.discount_percent,
  to_char(o.promised_dispatch_by, 'YYYY-MM-DD') as promised_dispatch_by,
  to_char(o.arrive_by, 'YYYY-MM-DD') as arrive_by, o.delivered_at,
  o.payment_provider, o.gift_note`

/** One order with its lines and timeline. Refuses not_found. */
export async function readOrderDetails(tx: Tx, orderNumber: string): Promise<OrderDetails> {
  const { rows } = await sql<DetailedOrder & { user_id: string | null; delivery_options: unknown }>`
    select ${detailedColumns}, o.user_id, o.delivery_options from public.pre_orders o where o.order_number = ${orderNumber}`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new AppError('not_found', 'There is no order with that number.')
  const { user_id: customerId, delivery_options, ...order } = found
  return {
    order: { ...order, arrive_by: arrivalDayOf({ ...order, delivery_options }) },
    lines: (await listLines(tx, [order.id])).get(order.id) ?? [],
    parcels: (await listParcels(tx, [order.id])).get(order.id) ?? [],
    timeline: await listTimeline(tx, { orderId: order.id, customerId }),
    exchanges: await listExchanges(tx, order.id),
    owner_note: await readOwnerNote(tx, order.id),
    customer: await summariseCustomer(tx, orderNumber),
  }
}

async function listExchanges(tx: Tx, id: string): Promise<ExchangedOrder[]> {
  const { rows } = await sql<ExchangedOrder>`
    select other.order_number, case when exchange.origin_id = ${id} then 'exchange' else 'returned' end as kind
      from private.exchanges as exchange join public.pre_orders as other
        on other.id = case when exchange.order_id = ${id} then exchange.origin_id else exchange.order_id end
     where (exchange.order_id = ${id} or exchange.origin_id = ${id}) order by other.created_at`.execute(tx)
  return rows
}

/** The lines that are made and sent: without cancelled pieces. */
function keptLines<Line extends { quantity: number; cancelled_quantity: number }>(lines: readonly Line[]): Line[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - line.cancelled_quantity }))
    .filter(({ quantity }) => quantity > 0)
}

/** What is still to be made and sent of an order that has not left as a whole; of any other, all that was kept. */
export function linesToPack<Line extends Pick<OrderLine, 'quantity' | 'cancelled_quantity' | 'sent_quantity'>>(
  { order_status }: Pick<OrderRow, 'order_status'>,
  lines: readonly Line[],
): Line[] {
  if (!isBeforeDispatch(order_status)) return keptLines(lines)
  return keptLines(lines)
    .map((line) => ({ ...line, quantity: line.quantity - line.sent_quantity }))
    .filter(({ quantity }) => quantity > 0)
}

/** The lines of each order, in the order of the cart. */
export async function listLines(tx: Tx, orderIds: string[]): Promise<Map<string, OrderLine[]>> {
  const { rows } = await sql<OrderLine & { order_id: string }>`
    select order_id, position, product_id, slug, name, size, unit_price::float8 as unit_price, quantity, cancelled_quantity,
      discount_amount::float8 as discount_amount, image_url, is_preorder, to_char(dispatch_by, 'YYYY-MM-DD') as dispatch_by,
      size_advice, height_cm, heel_cm, preorder_reason, numbered_of, piece_numbers,
      ${sentQuantity} as sent_quantity
    from public.order_lines where order_id = any(${orderIds}::uuid[]) order by order_id, position`.execute(tx)
  const lines = new Map<string, OrderLine[]>()
  for (const { order_id, ...line } of rows) {
    const known = lines.get(order_id)
    if (known) known.push(line)
    else lines.set(order_id, [line])
  }
  return lines
}

/** The owner's own note on an order, or null. No page, print, export or e-mail for others reads it. */
async function readOwnerNote(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('private.owner_notes')
    .select('note')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.note ?? null
}

/**
 * Writes or deletes the owner's note and returns it. Refuses not_found; conflict where another note than `seen` was
 * saved meanwhile, with the present one in `details.note`.
 */
export async function saveOwnerNote(
  tx: Tx,
  { order_number, note, seen }: { order_number: string; note: string | null; seen: string | null },
): Promise<string | null> {
  const order = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where('order_number', '=', order_number)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw new AppError('not_found', 'There is no order with that number.')
  const present = await readOwnerNote(tx, order.id)
  if (present === note) return note
  if (present !== seen) {
    throw new AppError('conflict', 'Someone else has just changed this note.', { details: { note: present } })
  }
  if (note === null) await tx.deleteFrom('private.owner_notes').where('order_id', '=', order.id).execute()
  else {
    await tx
      .insertInto('private.owner_notes')
      .values({ order_id: order.id, note })
      .onConflict((row) => row.column('order_id').doUpdateSet({ note, updated_at: sql`public.shop_now()` }))
      .execute()
  }
  return note
}
