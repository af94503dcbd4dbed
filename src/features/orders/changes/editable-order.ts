import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import type { OrderStatus, ProviderState } from '../order-state.ts'
import { type OrderFields, orderFields } from './order-change.ts'

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
    .select(['position', 'product_id as productId', 'name', 'size', 'height_cm as height', 'quantity'])
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
