import { sql } from 'kysely'
import type { OwnSession } from '#features/accounts/own-session.ts'
import { hasHem } from '#features/catalogue/kinds.ts'
import { samplesId } from '#features/catalogue/samples.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import type { OrderStatus, ProviderState } from '../order-state.ts'
import { type OrderFields, orderFields, type WantedChange } from './order-change.ts'

type Lookup = { id: string } | { orderNumber: string }

/**
 * An order as far as it may be changed. Days are 'YYYY-MM-DD' in shop time. `deliverTo`: the country it was priced for;
 * `fields.shipping_country` is null until it is paid. `countries`: those offered when it was placed; null in an order
 * placed by an earlier version. `services`: as frozen when the payment page was made.
 */
export type EditableOrder = Awaited<ReturnType<typeof readEditableOrder>>

/** Reads an order and locks its row until `tx` ends. Refuses not_found. */
export function lockOrder(tx: Tx, by: Lookup): Promise<EditableOrder> {
  return readEditableOrder(tx, by, true)
}

/** Reads an order. Refuses not_found. */
export async function readEditableOrder(tx: Tx, by: Lookup, isLocked = false) {
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'version', 'order_status', 'provider_state', 'reported_paid as isPaid', 'user_id as userId'])
    .select([
      'deliver_to as deliverTo',
      'payable_countries as countries',
      'delivers_to_ni as deliversToNorthernIreland',
    ])
    .select(['delivery_service as service', 'delivery_options as services', 'tracking_number as tracking'])
    .select(orderFields)
    .select([
      sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatchBy'),
      sql<string>`to_char(public.shop_now() at time zone ${shop.timeZone}, 'YYYY-MM-DD')`.as('today'),
    ])
    .where((order) => ('id' in by ? order('id', '=', by.id) : order('order_number', '=', by.orderNumber)))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw noSuchOrder()
  const lines = await tx
    .selectFrom('order_lines')
    .select([
      'position',
      'product_id as productId',
      'name',
      'size',
      'height_cm as height',
      'heel_cm as heel',
      'quantity',
    ])
    .select(['cancelled_quantity as cancelled', sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatchBy')])
    .where('order_id', '=', row.id)
    .orderBy('position')
    .execute()
  return {
    ...row,
    status: row.order_status as OrderStatus,
    providerState: row.provider_state as ProviderState,
    fields: Object.fromEntries(orderFields.map((field) => [field, row[field]])) as OrderFields,
    lines,
  }
}

export function noSuchOrder(): AppError {
  return new AppError('not_found', 'There is no order with that number.')
}

/**
 * The order of a number, if it belongs to the account of a session and the account's address is verified; its row is
 * locked until `tx` ends. Refuses not_found with the message of a missing order, so that it does not reveal the orders
 * of others.
 */
export async function lockOwnOrder(
  tx: Tx,
  orderNumber: string,
  { userId, emailVerified }: Pick<OwnSession, 'userId' | 'emailVerified'>,
): Promise<{ id: string; orderNumber: string }> {
  const order = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!order || !emailVerified) throw noSuchOrder()
  return { id: order.id, orderNumber }
}

/**
 * The sizes that each line of an order may have, by position: those the garment has now, or had when it was deleted,
 * and those the line had before, so that a change can be taken back.
 */
export async function listLineSizes(tx: Tx, { id, lines }: EditableOrder): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ position: number; offered: string[]; earlier: string[] }>`
    select line.position,
      coalesce(product.sizes, archived.sizes, '{}') as offered,
      coalesce((select array_agg(distinct each ->> 'before') from private.order_events as edit,
          jsonb_array_elements(edit.facts -> 'changes') as each
        where edit.order_id = line.order_id and edit.kind = 'edited' and each ->> 'field' = 'size'
          and (each ->> 'position')::int = line.position), '{}') as earlier
      from public.order_lines as line
      left join public.products as product on product.id = line.product_id
      left join lateral (
        select array(select jsonb_array_elements_text(deleted.product -> 'sizes')) as sizes
          from private.deleted_products as deleted
         where deleted.id = line.product_id order by deleted.deleted_at desc limit 1) as archived on true
     where line.order_id = ${id}`.execute(tx)
  const sizeOf = (position: number) => lines.find((line) => line.position === position)?.size
  return new Map(
    rows.map(({ position, offered, earlier }) => {
      const own = sizeOf(position)
      return [position, [...new Set([...offered, ...earlier, ...(own === undefined ? [] : [own])])]]
    }),
  )
}

/**
 * The positions of the lines whose garments are hemmed for a height; a deleted one is as it was, and one that is not
 * known has a hem.
 */
export async function listHemmedLines(tx: Tx, orderId: string): Promise<number[]> {
  const { rows } = await sql<{ position: number; isKnown: boolean } & Parameters<typeof hasHem>[0]>`
    select line.position, garment is not null as "isKnown", garment ->> 'length' as length,
        coalesce(garment -> 'kinds', to_jsonb(array_remove(array[garment ->> 'kind'], null))) as kinds,
        nullif(garment -> 'measures', 'null') as measures
      from public.order_lines as line
      left join public.products as product on product.id = line.product_id
      cross join lateral (select coalesce(to_jsonb(product), (select deleted.product
          from private.deleted_products as deleted
         where deleted.id = line.product_id order by deleted.deleted_at desc limit 1)) as garment) as found
     where line.order_id = ${orderId} and line.product_id <> ${samplesId}
     order by line.position`.execute(tx)
  return rows.filter((garment) => !garment.isKnown || hasHem(garment)).map(({ position }) => position)
}

/** Refuses bad_request (at 'lines.0.size') for a size the garment does not have, or an unknown line. */
export async function refuseUnknownSizes(tx: Tx, order: EditableOrder, wanted: WantedChange['lines']): Promise<void> {
  const sizes = await listLineSizes(tx, order)
  for (const { position, size } of wanted) {
    const line = order.lines.find((each) => each.position === position)
    if (!line) throw new AppError('bad_request', 'That garment isn’t in this order.')
    if (size === undefined || sizes.get(position)?.includes(size)) continue
    throw fieldError(`lines.${position}.size`, `${line.name} isn’t made in that size. Please choose another.`)
  }
}
