import { type RawBuilder, sql } from 'kysely'
import { inPence } from '#base/sql-money.ts'
import { listCustoms } from '#features/catalogue/customs/customs.api.ts'
import type { Customs } from '#features/catalogue/customs/customs.ts'
import { waitingPlaces } from '#features/orders/admin/api/order-views.ts'
import { isWithdrawing } from '#features/orders/board/read-board.ts'
import type { Piece } from '#features/orders/parcels/parcel.ts'
import { listAdditions, parcelOf } from '#features/orders/parcels/shared-parcel.ts'
import { noPostage, type SettingValue, settingSchemas } from '#features/settings/shop-settings.ts'
import { collected } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { readSettingValues } from '#platform/settings.ts'
import { type Given, givenOf } from './given.ts'
import { type LineToPost, makeParcel, type OrderToPost, type Parcel } from './parcel.ts'
import type { PostageProblem } from './postage-problem.ts'

/** States in which Click & Drop, or a file for it, has the parcel. */
export const openStates = ['waiting', 'sending', 'sent', 'removing', 'exported'] as const

/**
 * An order with its parcel, why the parcel cannot be given to Click & Drop, and hashes of what is given. `part`: null for all
 * that is still to be sent.
 */
export type PreparedParcel = {
  order: OrderToPost
  parcel: Parcel
  problems: PostageProblem[]
  given: Given
  part: Piece[] | null
}

type OrderRow = OrderToPost & {
  is_to_post: boolean
  is_withdrawn: boolean
  shipped_parcels: number
  parcel_of: string | null
  /** Of the parcel that Click & Drop has; null: all that is still to be sent. */
  part: Piece[] | null
}

/**
 * The parcels of these orders by order number, with the orders locked, so that two callers do not prepare one at once.
 * Numbers without an order are left out. `chosen`: the pieces of a new parcel.
 */
export async function prepareParcels(
  tx: Tx,
  numbers: readonly string[],
  way: 'api' | 'file',
  chosen?: readonly Piece[],
): Promise<Map<string, PreparedParcel>> {
  const { orders, lines } = await readOrders(tx, numbers, { lock: sql`for update`, chosen })
  const garments = [...lines.values()].flat().map(({ product_id }) => product_id)
  const customs: ReadonlyMap<string, Customs> = await listCustoms(tx, [...new Set(garments)])
  const settings = await readPostageSettings(tx)
  return new Map(
    orders.map(({ is_to_post, is_withdrawn, shipped_parcels, parcel_of, part, ...order }) => {
      const reference = shipped_parcels === 0 ? order.order_number : `${order.order_number}-${shipped_parcels + 1}`
      const inParcel = lines.get(order.id) ?? []
      const made = makeParcel({ order, reference, lines: inParcel, customs, settings, way })
      const isGone = part !== null && count(inParcel) < (chosen ? count(part) : 1)
      const why =
        whyNoLabel(order, { is_to_post, is_withdrawn, parcel_of }) ?? (isGone ? { code: 'pieces_gone' as const } : null)
      const problems = why ? [why] : made.problems
      return [order.order_number, { order, parcel: made.parcel, problems, given: givenOf(order, inParcel), part }]
    }),
  )
}

/** What would be given of these orders now, by order number. */
export async function readGiven(tx: Tx, numbers: readonly string[]): Promise<Map<string, Given>> {
  if (numbers.length === 0) return new Map()
  const { orders, lines } = await readOrders(tx, numbers)
  return new Map(orders.map((order) => [order.order_number, givenOf(order, lines.get(order.id) ?? [])]))
}

type FoundOrders = { orders: OrderRow[]; lines: Map<string, LineToPost[]> }
type Reading = { lock?: RawBuilder<unknown>; chosen?: readonly Piece[] | undefined }

/** These orders, with the lines that go in the parcel of each, by its id. */
async function readOrders(
  tx: Tx,
  numbers: readonly string[],
  { lock = sql``, chosen }: Reading = {},
): Promise<FoundOrders> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.order_number, o.version, o.created_at, o.customer_name, o.customer_email, o.customer_phone,
      o.shipping_address, o.shipping_city, o.shipping_postcode, o.shipping_country, o.delivery_service,
      ${inPence('o.shipping_amount')} as "shippingPence",
      o.order_view = any(${waitingPlaces}::text[]) as is_to_post, ${isWithdrawing} as is_withdrawn,
      (select count(*)::int from private.postage_parcels as given where given.order_id = o.id and given.state = 'shipped')
        as shipped_parcels,
      ${parcelOf} as parcel_of,
      (select given.pieces from private.postage_parcels as given
        where given.order_id = o.id and given.state = any(${openStates}::text[])) as part
      from public.pre_orders as o where o.order_number = any(${numbers}::text[]) order by o.id ${lock}`.execute(tx)
  const added = await listAdditions(
    tx,
    rows.map(({ id }) => id),
  )
  const inParcel = new Map(rows.map(({ id }) => [id, id]))
  for (const { id, first } of added) inParcel.set(id, first)
  const open = await listLines(tx, inParcel)
  const orders = rows.map((order) => ({ ...order, part: partOf(chosen ?? order.part, own(order, open)) }))
  const lines = orders.map(
    (order) => [order.id, order.part ? take(order.part, own(order, open)) : (open.get(order.id) ?? [])] as const,
  )
  return { orders, lines: new Map(lines) }
}

/** The lines of an order without those of its additions: they leave with its last parcel. */
function own({ id }: OrderRow, open: ReadonlyMap<string, OpenLine[]>): OpenLine[] {
  return (open.get(id) ?? []).filter(({ order_id }) => order_id === id)
}

/** Null where the part is all that is still to be sent. */
function partOf(part: readonly Piece[] | null, lines: readonly OpenLine[]): Piece[] | null {
  return part && count(take(part, lines)) < Math.max(count(lines), count(part)) ? [...part] : null
}

/** What is still to be sent of a part. */
function take(part: readonly Piece[], lines: readonly OpenLine[]): OpenLine[] {
  return lines.flatMap((line) => {
    const chosen = count(part.filter(({ position }) => position === line.position))
    return chosen > 0 ? [{ ...line, quantity: Math.min(line.quantity, chosen) }] : []
  })
}

function count(pieces: readonly { quantity: number }[]): number {
  return pieces.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Why an order has no parcel of its own to post. */
function whyNoLabel(
  { delivery_service }: OrderToPost,
  { is_to_post, is_withdrawn, parcel_of }: Pick<OrderRow, 'is_to_post' | 'is_withdrawn' | 'parcel_of'>,
): PostageProblem | null {
  if (!is_to_post) return { code: 'not_to_post' }
  if (is_withdrawn) return { code: 'withdrawn' }
  if (delivery_service === collected.id) return { code: 'collected' }
  return parcel_of === null ? null : { code: 'in_other_parcel', orderNumber: parcel_of }
}

type OpenLine = LineToPost & { order_id: string; position: number }

/** The pieces to send in each parcel, by the id of its first order. `inParcel`: each order with that id. */
async function listLines(tx: Tx, inParcel: ReadonlyMap<string, string>): Promise<Map<string, OpenLine[]>> {
  const { rows } = await sql<OpenLine>`
    select order_id, position::int as position, product_id, name, size, line.quantity - cancelled_quantity - sent.quantity as quantity, line.quantity as ordered,
      ${inPence('unit_price')} as "unitPence", -- The discount of an exchange is what its return pays for: the goods are worth their price.
      case when exists (select from private.exchanges as exchange where exchange.order_id = line.order_id) then 0
        else ${inPence('discount_amount')} end as "discountPence"
      from public.order_lines as line
      cross join lateral (select coalesce(sum(parcel.quantity), 0)::int as quantity from private.parcel_lines as parcel
        where parcel.line_id = line.id) as sent
     where order_id = any(${[...inParcel.keys()]}::uuid[]) and line.quantity > cancelled_quantity + sent.quantity
     order by order_id, position`.execute(tx)
  return Map.groupBy(rows, ({ order_id }) => inParcel.get(order_id) ?? order_id)
}

async function readPostageSettings(tx: Tx): Promise<SettingValue<'postage'>> {
  const values = await readSettingValues(tx, 'postage')
  return settingSchemas.postage.safeParse(values.get('postage')).data ?? noPostage
}
