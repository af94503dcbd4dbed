import { type RawBuilder, sql } from 'kysely'
import { inPence } from '#base/sql-money.ts'
import { listCustoms } from '#features/catalogue/customs/customs.api.ts'
import type { Customs } from '#features/catalogue/customs/customs.ts'
import { waitingPlaces } from '#features/orders/admin/api/order-views.ts'
import { isWithdrawing } from '#features/orders/board/read-board.ts'
import { listAdditions, parcelOf } from '#features/orders/parcels/shared-parcel.ts'
import { noPostage, type SettingValue, settingSchemas } from '#features/settings/shop-settings.ts'
import { collected } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { readSettingValues } from '#platform/settings.ts'
import { type Given, givenOf } from './given.ts'
import { type LineToPost, makeParcel, type OrderToPost, type Parcel } from './parcel.ts'
import type { PostageProblem } from './postage-problem.ts'

/** An order with its parcel, why the parcel cannot be given to Click & Drop, and hashes of what is given. */
export type PreparedParcel = { order: OrderToPost; parcel: Parcel; problems: PostageProblem[]; given: Given }

type OrderRow = OrderToPost & {
  is_to_post: boolean
  is_withdrawn: boolean
  shipped_parcels: number
  parcel_of: string | null
}

/**
 * The parcels of these orders by order number, with the orders locked, so that two callers do not prepare one at once.
 * Numbers without an order are left out.
 */
export async function prepareParcels(
  tx: Tx,
  numbers: readonly string[],
  way: 'api' | 'file',
): Promise<Map<string, PreparedParcel>> {
  const { orders, lines } = await readOrders(tx, numbers, sql`for update`)
  const garments = [...lines.values()].flat().map(({ product_id }) => product_id)
  const customs: ReadonlyMap<string, Customs> = await listCustoms(tx, [...new Set(garments)])
  const settings = await readPostageSettings(tx)
  return new Map(
    orders.map(({ is_to_post, is_withdrawn, shipped_parcels, parcel_of, ...order }) => {
      const reference = shipped_parcels === 0 ? order.order_number : `${order.order_number}-${shipped_parcels + 1}`
      const inParcel = lines.get(order.id) ?? []
      const made = makeParcel({ order, reference, lines: inParcel, customs, settings, way })
      const why = whyNoLabel(order, { is_to_post, is_withdrawn, parcel_of })
      const problems = why ? [why] : made.problems
      return [order.order_number, { order, parcel: made.parcel, problems, given: givenOf(order, inParcel) }]
    }),
  )
}

/** What would be given of these orders now, by order number. */
export async function readGiven(tx: Tx, numbers: readonly string[]): Promise<Map<string, Given>> {
  if (numbers.length === 0) return new Map()
  const { orders, lines } = await readOrders(tx, numbers, sql``)
  return new Map(orders.map((order) => [order.order_number, givenOf(order, lines.get(order.id) ?? [])]))
}

type FoundOrders = { orders: OrderRow[]; lines: Map<string, LineToPost[]> }

/** These orders, with the lines that go in the parcel of each, by its id. */
async function readOrders(tx: Tx, numbers: readonly string[], lock: RawBuilder<unknown>): Promise<FoundOrders> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.order_number, o.version, o.created_at, o.customer_name, o.customer_email, o.customer_phone,
      o.shipping_address, o.shipping_city, o.shipping_postcode, o.shipping_country, o.delivery_service,
      ${inPence('o.shipping_amount')} as "shippingPence",
      o.order_view = any(${waitingPlaces}::text[]) as is_to_post, ${isWithdrawing} as is_withdrawn,
      (select count(*)::int from private.postage_parcels as given where given.order_id = o.id and given.state = 'shipped')
        as shipped_parcels,
      ${parcelOf} as parcel_of
      from public.pre_orders as o where o.order_number = any(${numbers}::text[]) order by o.id ${lock}`.execute(tx)
  const added = await listAdditions(
    tx,
    rows.map(({ id }) => id),
  )
  const inParcel = new Map(rows.map(({ id }) => [id, id]))
  for (const { id, first } of added) inParcel.set(id, first)
  return { orders: rows, lines: await listLines(tx, inParcel) }
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

/** The pieces to send in each parcel, by the id of its first order. `inParcel`: each order with that id. */
async function listLines(tx: Tx, inParcel: ReadonlyMap<string, string>): Promise<Map<string, LineToPost[]>> {
  const { rows } = await sql<LineToPost & { order_id: string }>`
    select order_id, product_id, name, size, line.quantity - cancelled_quantity - sent.quantity as quantity, line.quantity as ordered,
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
