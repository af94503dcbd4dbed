import { sql } from 'kysely'
import type { OrderStatus, ProviderState } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { shop } from '#shop'
import { type EditableLine, type OrderFields, orderFields } from './order-change.ts'

/** An order as far as it may be changed. */
export type EditableOrder = {
  id: string
  orderNumber: string
  version: number
  status: OrderStatus
  providerState: ProviderState
  /** Reported by the provider or the owner. */
  isPaid: boolean
  /** The country it was priced for; null `fields.shipping_country` until it is paid. */
  deliverTo: string
  /** The countries offered when it was placed; null in an order placed by an earlier version. */
  countries: readonly string[] | null
  deliversToNorthernIreland: boolean
  userId: string | null
  /** 'YYYY-MM-DD'. */
  dispatchBy: string
  /** In shop time, 'YYYY-MM-DD'. */
  today: string
  service: string | null
  /** As frozen when the payment page was made. */
  services: unknown
  fields: OrderFields
  lines: EditableLine[]
}

type Lookup = { id: string } | { orderNumber: string }

/** Reads an order; `lock` locks its row until `tx` ends. Refuses not_found. */
export async function readEditableOrder(
  tx: Tx,
  by: Lookup,
  { lock = false }: { lock?: boolean } = {},
): Promise<EditableOrder> {
  const query = tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'version', 'order_status', 'provider_state', 'reported_paid'])
    .select([
      'deliver_to',
      'payable_countries',
      'delivers_to_ni',
      'user_id',
      'delivery_service',
      'delivery_options',
      ...orderFields,
    ])
    .select([
      sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatch_by'),
      sql<string>`to_char(public.shop_now() at time zone ${shop.timeZone}, 'YYYY-MM-DD')`.as('today'),
    ])
    .where((order) => ('id' in by ? order('id', '=', by.id) : order('order_number', '=', by.orderNumber)))
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no order with that number.')
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'product_id as productId', 'name', 'size', 'height_cm as height', 'quantity'])
    .select(['cancelled_quantity as cancelled', sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatchBy')])
    .where('order_id', '=', row.id)
    .orderBy('position')
    .execute()
  return {
    id: row.id,
    orderNumber: row.order_number,
    version: row.version,
    status: row.order_status as OrderStatus,
    providerState: row.provider_state as ProviderState,
    isPaid: row.reported_paid,
    deliverTo: row.deliver_to,
    countries: row.payable_countries,
    deliversToNorthernIreland: row.delivers_to_ni,
    userId: row.user_id,
    dispatchBy: row.dispatch_by,
    today: row.today,
    service: row.delivery_service,
    services: row.delivery_options,
    fields: Object.fromEntries(orderFields.map((field) => [field, row[field]])) as OrderFields,
    lines,
  }
}
