import { sql } from 'kysely'
import { formatPence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import { holdDiscountAgain } from '#features/discounts/discount-codes.ts'
import { findExchanged } from '#features/payments/refunds/refund-across.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { assertPreorderStock } from '../assert-preorder-stock.ts'
import { type LinkDeps, ownNetwork, readTermsByHand } from '../by-hand/terms-by-hand.ts'

/**
 * An order whose payment page expired holds its pieces and its code again, by the rules of a new checkout: its dispatch
 * day is that of an order of today. An exchange keeps its price. Refuses conflict where the price of another has changed
 * or the return of an exchange was settled, and what a checkout refuses.
 */
export async function holdAgain(tx: Tx, { orderId, deps }: { orderId: string; deps: LinkDeps }): Promise<void> {
  const { provider, settingSources } = deps
  const order = await tx
    .selectFrom('pre_orders')
    .select([
      'deliver_to',
      'discount_code',
      'gift_note',
      'delivery_options',
      ...penceOf('product_price', 'discount_amount'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'product_id as id', 'size', 'quantity', 'height_cm as heightCm', 'heel_cm as heelCm'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const [service] = order.delivery_options as { id: string }[]
  const { terms } = await readTermsByHand(tx, {
    wares: {
      items: lines,
      country: order.deliver_to,
      service: service?.id ?? 'collected',
      discountCode: order.discount_code,
    },
    giftNote: order.gift_note,
    settingSources,
    provider: provider.name,
    replaces: orderId,
  })
  const isFrozen = (await findExchanged(tx, orderId)) !== null
  if (!isFrozen && (terms.subtotal !== order.product_price || terms.discount !== order.discount_amount)) {
    const now = formatPence(terms.subtotal)
    throw new AppError('conflict', `The garments of this order cost ${now} now. Please make a new order.`)
  }
  await assertPreorderStock(tx, {
    lines: terms.lines,
    network: ownNetwork(),
    provider: provider.name,
    replaces: orderId,
  })
  await holdDiscountAgain(tx, orderId)
  // A page that was closed before its time is not requested again: the next press opens another.
  await tx
    .updateTable('private.payment_links')
    .set({ page_ends_at: sql<Date>`least(page_ends_at, shop_now())` })
    .where('order_id', '=', orderId)
    .where('page', '>', 0)
    .execute()
  await tx
    .updateTable('pre_orders')
    .set({ provider_state: 'creating', dispatch_by: sql<Date>`${terms.dispatchBy}::date` })
    .where('id', '=', orderId)
    .execute()
  for (const { position, id, size } of lines) {
    const day = terms.lines.find((line) => line.productId === id && line.size === size)?.dispatchBy
    if (!day) continue
    await tx
      .updateTable('order_lines')
      .set({ dispatch_by: sql<Date>`${day}::date` })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute()
  }
}
