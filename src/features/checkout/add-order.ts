import { type InsertObject, sql } from 'kysely'
import { holdDiscount } from '#features/discounts/discount-holds.ts'
import { newOrderNumber } from '#features/orders/order-number.ts'
import type { Tx } from '#platform/database/db.ts'
import type { DB } from '#platform/database/types.ts'
import { pence, poundsFromPence } from '#ui/money.ts'
import { reservationMinutes } from './assert-preorder-stock.ts'
import { summaryOf, type Terms } from './cart-terms.ts'
import type { CheckoutNetwork } from './checkout-network.ts'

/** How long a payment page lives that reserves no limited garment. */
const unlimitedMinutes = 60

type NewOrder = {
  terms: Terms
  cartId: string | null
  print: string
  provider: string
  userId: string | null
  network: CheckoutNetwork
  draw?: () => string
}

/**
 * Writes an order with its lines and its hold on the discount code, as pending, under a free number. Gives its id. Lines
 * of limited garments are reserved by being there; the network is kept to count them by.
 * Refuses discount_invalid when no use of the code is left.
 */
export async function addOrder(
  tx: Tx,
  { terms, cartId, print, provider, userId, network, draw = newOrderNumber }: NewOrder,
): Promise<string> {
  const { lines, discountCode, subtotal, discount, services } = terms
  const { names, sizes } = summaryOf(lines)
  const isLimited = lines.some((line) => line.preorderLimit !== null)
  const minutes = isLimited ? reservationMinutes : unlimitedMinutes
  const order = {
    product_name: names,
    product_size: sizes,
    product_price: poundsFromPence(subtotal),
    discount_amount: poundsFromPence(discount),
    discount_code: discountCode?.code ?? null,
    discount_percent: discountCode?.percent ?? null,
    // Without delivery until it is chosen on the payment page.
    final_amount: poundsFromPence(pence(subtotal - discount)),
    payment_provider: provider,
    payment_session_expires_at: sql<Date>`date_trunc('second', shop_now()) + ${minutes} * interval '1 minute'`,
    cart_id: cartId,
    cart_fingerprint: print,
    // A token may outlive its user; one who is being erased at this moment is waited for.
    user_id: sql<string | null>`(select id from auth.users
      where id = ${userId} and email_confirmed_at is not null for key share)`,
    deliver_to: terms.country,
    delivery_options: JSON.stringify(
      services.map(({ id, label, pricePence, transit }) => ({
        id,
        label,
        price: poundsFromPence(pricePence),
        transit,
      })),
    ),
    dispatch_by: terms.dispatchBy,
  }
  const { id, expires } = await insertUnderFreeNumber(tx, order, draw)
  if (isLimited) {
    await tx.insertInto('private.reservation_networks').values({ order_id: id, network: network.hash }).execute()
  }
  if (discountCode) await holdDiscount(tx, { code: discountCode.code, orderId: id, until: expires })
  await tx
    .insertInto('order_lines')
    .values(
      lines.map((line, position) => ({
        order_id: id,
        position,
        product_id: line.productId,
        slug: line.slug,
        name: line.name,
        size: line.size,
        unit_price: poundsFromPence(line.unitPence),
        quantity: line.quantity,
        discount_amount: poundsFromPence(line.discount),
        image_url: line.imageUrl,
        is_preorder: line.isPreorder,
        dispatch_by: line.dispatchBy,
        size_advice: line.sizeAdvice && JSON.stringify(line.sizeAdvice),
      })),
    )
    .execute()
  return id
}

/** Numbers are drawn, not counted: one that is taken is drawn again. */
async function insertUnderFreeNumber(
  tx: Tx,
  order: Omit<InsertObject<DB, 'pre_orders'>, 'order_number'>,
  draw: () => string,
): Promise<{ id: string; expires: Date }> {
  for (let tries = 0; tries < 10; tries += 1) {
    const added = await tx
      .insertInto('pre_orders')
      .values({ ...order, order_number: draw() })
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .returning(['id', 'payment_session_expires_at as expires'])
      .executeTakeFirst()
    if (added?.expires) return { id: added.id, expires: added.expires }
  }
  throw new Error('No free order number was found in ten draws')
}
