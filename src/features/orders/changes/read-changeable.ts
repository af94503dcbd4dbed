import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { mayChange } from './customer-changes.ts'
import { DeliveryAddress } from './delivery-address.ts'
import { readEditableOrder } from './editable-order.ts'
import { listHemmedLines, listLineSizes } from './line-sizes.ts'

/** What the page of an order needs for its changes. */
export type Changeable = {
  /** The sizes that each line may have. */
  sizes: { position: number; sizes: string[] }[]
  /** The positions of the lines that have a height. */
  hemmed: number[]
  /** A new address whose code is on its way; null where none is. */
  waiting_address: DeliveryAddress | null
}

/** What the customer may change of an order; null where it is too late. */
export async function readChangeable(tx: Tx, orderId: string): Promise<Changeable | null> {
  const order = await readEditableOrder(tx, { id: orderId })
  if (!mayChange(order)) return null
  const sizes = await listLineSizes(tx, order)
  const waiting = await tx
    .selectFrom('private.address_codes')
    .select('address')
    .where('order_id', '=', orderId)
    .where('expires_at', '>', sql<Date>`public.shop_now()`)
    .executeTakeFirst()
  return {
    sizes: [...sizes].map(([position, offered]) => ({ position, sizes: offered })),
    hemmed: await listHemmedLines(tx, orderId),
    waiting_address: waiting ? DeliveryAddress.parse(waiting.address) : null,
  }
}
