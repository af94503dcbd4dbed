import { z } from 'zod'
import type { Pence } from '#base/money.ts'
import type { BoardPiece } from '#features/orders/board/board.contract.ts'
import type { PieceNumbers } from '#features/orders/order-lines.ts'
import type { OrderNote } from '#features/orders/order-note.ts'
import { OrderNumber, orderNumbers } from '#features/orders/order-number.ts'
import { orderStatuses, paymentStatuses } from '#features/orders/order-state.ts'
import { contract, rowOf, textFile } from '#platform/http/contract.ts'
import { ExistingDay, optionalText } from '#platform/text/kept-schemas.ts'
import { keptLine } from '#platform/text/kept-text.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import type { DetailedOrder, OrderDetails, OrderLine, OrderRow } from './order-details.ts'
import { orderViews, preorderChoices, printableViews } from './order-views.ts'

/** An enum whose empty value is null. */
function choice<Id extends string>(values: readonly { id: Id }[]) {
  return z
    .enum(['', ...values.map(({ id }) => id)])
    .optional()
    .transform((value) => (value === '' || value === undefined ? null : (value as Id)))
}

function orNull(text: string | undefined): string | null {
  return text || null
}

const Day = z
  .union([z.literal(''), ExistingDay])
  .optional()
  .transform((day) => day || null)

/** What is searched for: a text, and what was ordered where. */
const SearchQuery = z.object({
  q: z
    .string()
    .max(254)
    .default('')
    .transform((text) => text.trim().replaceAll(/\s+/g, ' ')),
  /** The id of a product. */
  garment: z
    .union([z.literal(''), z.uuid()])
    .optional()
    .transform(orNull),
  size: z
    .string()
    .max(40)
    .optional()
    .transform((text) => orNull(text?.trim())),
  /** The country of the address, as ISO 3166-1 alpha-2. */
  country: z
    .union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'This country doesn’t exist.')])
    .optional()
    .transform(orNull),
  preorder: choice(preorderChoices),
})

/** Which orders: a view, and the search and filters within it. */
const OrderQuery = SearchQuery.extend({
  view: z.enum(orderViews.map(({ id }) => id)).default('all'),
  payment: choice(paymentStatuses),
  status: choice(orderStatuses),
  from: Day,
  to: Day,
})
export type OrderFilter = z.output<typeof OrderQuery>

const maxAtOnce = 100

/** Fifty orders of a view. */
export const listOrders = contract({
  name: 'orders',
  method: 'GET',
  caller: 'administrators',
  query: OrderQuery.extend({ cursor: z.string().max(200).optional() }),
  response: z.object({
    orders: z.array(rowOf<OrderRow>('Order')),
    /** Where the next page begins; null: this was the last. */
    next: z.string().nullable(),
  }),
})

/**
 * The number of orders in each view that match a search, at most `maxCounted`. `unpaid_open`: of the unpaid, those with
 * an open payment page.
 */
export const readOrderCounts = contract({
  name: 'order-counts',
  method: 'GET',
  caller: 'administrators',
  query: SearchQuery,
  response: z.object({
    to_make: z.int(),
    in_progress: z.int(),
    to_dispatch: z.int(),
    late: z.int(),
    attention: z.int(),
    unpaid_open: z.int(),
  }),
})
export type OrderCounts = z.output<typeof readOrderCounts.response>

/** Of something to filter by: its name, and how many orders that have not left have it. */
const Choice = z.object({ id: z.string(), name: z.string(), orders: z.int() })

/** The garments, sizes and countries to filter the orders by. */
export const readOrderChoices = contract({
  name: 'order-choices',
  method: 'GET',
  caller: 'administrators',
  response: z.object({ garments: z.array(Choice), sizes: z.array(Choice), countries: z.array(Choice) }),
})
export type OrderChoices = z.output<typeof readOrderChoices.response>

/** One order with its lines and its timeline, which begins with the latest entry. */
export const readOrder = contract({
  name: 'order-details',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ order_number: OrderNumber }),
  response: rowOf<OrderDetails>('OrderDetails'),
  refuses: ['not_found'],
})

/** The open notes of these orders, by id: the table grants them to no role. */
export const readOrderReviews = contract({
  name: 'order-reviews',
  method: 'GET',
  caller: 'administrators',
  query: z.object({
    ids: z
      .string()
      .max(maxAtOnce * 37)
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(z.uuid()).max(maxAtOnce)),
  }),
  response: z.object({ reviews: z.record(z.string(), z.array(rowOf<OrderNote>('OrderNote'))) }),
})

/** What a new status of an order leads to, beyond the order's own row. */
export type OrderFacts = {
  order_number: string
  /** Refunded or on its way: reviving the order does not bring it back. */
  refunded_pence: Pence
  /** Requested with the cancellation and not sent: held while the order is revived. */
  refund_held_pence: Pence
  /** Requested separately and not sent: it is sent in any case. */
  refund_waiting_pence: Pence
  /** Limited pre-orders that are still open: `taken` of `limit` units without this order's own. */
  preorders: { name: string; units: number; taken: number; limit: number }[]
  /** Whether the order's use of its discount code counts; null: it had none. */
  discount_use: 'counted' | 'given_back' | null
  /** Whether the customer cancelled it, or a part of it, by a withdrawal, whose receipt says so. */
  has_withdrawn: boolean
  /** Whether a part of it has left in a parcel, and a part has not. */
  is_part_sent: boolean
  /** The parcels in which it, or a part of it, has left. */
  parcels_sent: number
  /** The kinds of e-mails that were sent about the order. */
  emails_sent: string[]
}

/** What a new status of up to 100 orders leads to. */
export const readFacts = contract({
  name: 'order-facts',
  method: 'GET',
  caller: 'administrators',
  query: z.object({ orders: orderNumbers(maxAtOnce) }),
  response: z.object({ facts: z.array(rowOf<OrderFacts>('OrderFacts')) }),
})

/** A view, or order numbers. */
const Printed = z.object({ view: z.enum(printableViews).optional(), orders: orderNumbers(200).optional() })
const oneSelection = 'Either a view or orders.'
function isOneSelection({ view, orders }: z.output<typeof Printed>): boolean {
  return (view === undefined) !== (orders === undefined)
}
const PrintQuery = Printed.refine(isOneSelection, oneSelection)
export type PrintSelection = z.output<typeof PrintQuery>

/** A piece to cut. */
export type CutPiece = Pick<BoardPiece, 'order_number' | 'customer_name' | 'dispatch_by' | 'is_first' | 'numbers'> &
  Pick<BoardPiece, 'name' | 'size' | 'number' | 'of' | 'cloth' | 'metres' | 'height_cm' | 'heel_cm' | 'cut_length'> &
  Pick<BoardPiece, 'size_advice' | 'notes'>
/** `begun`: pieces that are cut already, and not listed. `more`: orders with later dispatch days are left out. */
export type CutList = { pieces: CutPiece[]; begun: number; more: boolean }

export const readCutList = contract({
  name: 'cut-list',
  method: 'GET',
  caller: 'workroom',
  query: PrintQuery,
  response: rowOf<CutList>('CutList'),
})

/**
 * What a parcel's slip says, and nothing else: a helper of the workroom reads it too. `parcel`: which of its order's parcels
 * it is; null for an order in one. `of`: null while more is to be sent.
 */
export type PackingSlip = {
  order: Pick<DetailedOrder, 'id' | 'order_number' | 'created_at' | 'product_name' | 'product_size'> &
    Pick<DetailedOrder, 'customer_name' | 'shipping_address' | 'shipping_city' | 'shipping_postcode'> &
    Pick<DetailedOrder, 'shipping_country' | 'delivery_service' | 'notes' | 'gift_note' | 'parcel_of'>
  lines: SlipLine[]
  parcel: { place: number; of: number | null } | null
  /** What was added to it and goes in the same parcel. */
  added: { order_number: string; lines: SlipLine[] }[]
}
type SlipLine = Pick<
  OrderLine,
  'position' | 'name' | 'size' | 'quantity' | 'height_cm' | 'heel_cm' | keyof PieceNumbers
>
/** `more`: the view holds further orders. */
export type PackingSlips = { slips: PackingSlip[]; more: boolean }

const SlipsQuery = z
  .object({
    ...Printed.shape,
    parcel: z.coerce.number<string>().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  })
  .refine(isOneSelection, oneSelection)
  .refine(({ orders, parcel }) => parcel === undefined || orders?.length === 1, 'A parcel is one of one order.')
export type SlipSelection = z.output<typeof SlipsQuery>

/** The slips of what waits; of an order that left in several parcels, one for each, or that of one `parcel` alone. */
export const readPackingSlips = contract({
  name: 'packing-slips',
  method: 'GET',
  caller: 'workroom',
  query: SlipsQuery,
  response: rowOf<PackingSlips>('PackingSlips'),
})

/** The CSV of GET orders. Refuses busy while two are running. */
export const exportOrderList = contract({
  name: 'export-orders',
  method: 'GET',
  caller: 'administrators',
  query: OrderQuery,
  response: textFile,
})

/**
 * The owner's own note on an order. `seen`: the note that the owner edited; null: there was none. After a conflict
 * `details.note` is the present one.
 */
export const writeOwnerNote = contract({
  name: 'owner-note',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ order_number: OrderNumber, note: optionalText(5_000), seen: z.string().max(10_000).nullable() }),
  response: z.object({ note: z.string().nullable() }),
  refuses: ['not_found', 'conflict'],
})

const Change = z.object({
  order_number: OrderNumber,
  /** The version the administrator saw: a newer row is not overwritten. */
  version: z.int().positive().optional(),
  order_status: z.enum(orderStatuses.map(({ id }) => id)).optional(),
  payment_status: z.enum(paymentStatuses.map(({ id }) => id)).optional(),
  /** Null removes the number. */
  tracking_number: z.string().transform(readTyped).nullable().optional(),
  shipping_carrier: z.string().transform(keptLine).nullable().optional(),
  /** Whether the parcel is ready to post. */
  ready: z.boolean().optional(),
  /**
   * Whether the customer is e-mailed about the dispatch: true in a minute, false not at all. Left out, the e-mail of a
   * parcel without a tracking number waits half an hour for one.
   */
  tell_customer: z.boolean().optional(),
})
export type OrderChange = z.output<typeof Change>
export type ChangeResult =
  | { order_number: string; ok: true; order: OrderRow }
  | { order_number: string; ok: false; code: 'conflict' | 'not_found' | 'refused'; message: string }

/** Changes up to 100 orders, each on its own. */
export const changeOrderList = contract({
  name: 'change-orders',
  method: 'POST',
  caller: 'administrators',
  request: z.object({ changes: z.array(Change).min(1).max(maxAtOnce) }),
  response: z.object({ results: z.array(rowOf<ChangeResult>('ChangeResult')) }),
})
