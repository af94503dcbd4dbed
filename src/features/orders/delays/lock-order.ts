import { sql } from 'kysely'
import type { OrderStatus, ProviderState } from '#features/orders/order-state.ts'
import type { Tx } from '#platform/database/db.ts'
import { shop } from '#shop'
import { noSuchOrder } from '../emails/list-order-emails.ts'

/** The fields of an order that its e-mails need. Days are 'YYYY-MM-DD' in shop time. */
export type LockedOrder = {
  id: string
  orderNumber: string
  status: OrderStatus
  providerState: ProviderState
  isPaid: boolean
  email: string | null
  tracking: string | null
  dispatchBy: string
  /** The frozen delivery services, and the chosen one. */
  delivery: { delivery_options: unknown; delivery_service: string | null }
  today: string
}

/** Reads an order by number or id and locks its row until `tx` ends. Refuses not_found. */
export async function lockOrder(tx: Tx, by: { orderNumber: string } | { id: string }): Promise<LockedOrder> {
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'order_status', 'provider_state', 'reported_paid'])
    .select(['customer_email', 'tracking_number', 'delivery_options', 'delivery_service'])
    .select([
      sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('leaves_by'),
      sql<string>`to_char(public.shop_now() at time zone ${shop.timeZone}, 'YYYY-MM-DD')`.as('today'),
    ])
    .where((order) => ('id' in by ? order('id', '=', by.id) : order('order_number', '=', by.orderNumber)))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noSuchOrder()
  return {
    id: row.id,
    orderNumber: row.order_number,
    status: row.order_status as OrderStatus,
    providerState: row.provider_state as ProviderState,
    isPaid: row.reported_paid,
    email: row.customer_email,
    tracking: row.tracking_number,
    dispatchBy: row.leaves_by,
    delivery: { delivery_options: row.delivery_options, delivery_service: row.delivery_service },
    today: row.today,
  }
}
