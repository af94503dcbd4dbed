import { sql } from 'kysely'
import { lockChangeable } from '#features/orders/changes/customer-changes.ts'
import { hasLabel } from '#features/payments/join-on-payment.ts'
import { collected, together } from '#features/settings/without-parcel.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** An earlier order to which another belongs. */
export type Origin = {
  id: string
  number: string
  /** Its dispatch day, 'YYYY-MM-DD', which holds for what is added; null where the other order travels alone. */
  day: string | null
  country: string
  /** How the other order reaches the customer; null: by the service that it names, at no charge. */
  service: typeof together | typeof collected | null
  /** Its customer, address and account. */
  columns: {
    user_id: string | null
    customer_name: string | null
    customer_email: string | null
    customer_phone: string | null
    shipping_address: string | null
    shipping_city: string | null
    shipping_postcode: string | null
    shipping_country: string | null
    notes?: string
  }
}

/**
 * The order to which garments may be added, locked until `tx` ends: paid, nothing of it is begun, and it has no label. What is added to an
 * addition is added to its first order. Refuses not_found, and conflict where it is too late.
 */
export async function lockOrigin(tx: Tx, by: { id: string } | { number: string }): Promise<Origin> {
  const found = await tx
    .selectFrom('pre_orders as placed')
    .leftJoin('private.joined_orders as joined', 'joined.order_id', 'placed.id')
    .select(sql<string>`coalesce(joined.origin_id, placed.id)`.as('id'))
    .where((order) => ('id' in by ? order('placed.id', '=', by.id) : order('placed.order_number', '=', by.number)))
    .executeTakeFirst()
  if (!found) throw new AppError('not_found', 'There is no order with that number.')
  const { isPaid } = await lockChangeable(tx, found.id)
  if (!isPaid) throw new AppError('conflict', 'This order isn’t paid yet. Please make a new order.')
  if (await hasLabel(tx, found.id)) {
    throw new AppError('conflict', 'The parcel of this order is being prepared. Please make a new order.')
  }
  const row = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'deliver_to', 'delivery_service', 'user_id'])
    .select(['customer_name', 'customer_email', 'customer_phone'])
    .select(['shipping_address', 'shipping_city', 'shipping_postcode', 'shipping_country'])
    .select(sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('day'))
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow()
  const { id, order_number: number, deliver_to: country, delivery_service: service, day, ...columns } = row
  if (service?.endsWith('-letter')) {
    throw new AppError(
      'conflict',
      'Samples travel in a letter, which has no room for a garment. Please make a new order.',
    )
  }
  return { id, number, day, country, service: service === collected.id ? collected : together, columns }
}

/** Refuses conflict for an addition whose first order is begun or called off: it could not join its parcel. */
export async function refuseLateAddition(tx: Tx, orderId: string): Promise<void> {
  const joined = await tx
    .selectFrom('private.joined_orders')
    .select('origin_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (joined) await lockOrigin(tx, { id: joined.origin_id })
}
