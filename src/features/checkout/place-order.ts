import { sql } from 'kysely'
import { getUsableDiscount } from '#features/discounts/usable-discount.ts'
import { readShopSettings } from '#features/settings/shop-settings.ts'
import type { Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { type PaymentProvider, shortestPageMinutes } from '#platform/payments/provider.ts'
import type { Zone } from '#shop'
import { pence } from '#ui/money.ts'
import { addOrder } from './add-order.ts'
import { assertPreorderStock } from './assert-preorder-stock.ts'
import { fingerprint, type Terms, termsOf } from './cart-terms.ts'
import { type CheckoutRequest, mergeLines } from './checkout-body.ts'
import type { CheckoutNetwork } from './checkout-network.ts'
import { priceCart } from './price-cart.ts'

/** What must be left of a payment page's life for it to be given out again, or for a page to be made at all. */
const enoughLife = sql`case payment_state when 'creating' then ${shortestPageMinutes} * interval '1 minute'
  else interval '5 minutes' end`

export type Placing = {
  request: CheckoutRequest
  provider: PaymentProvider['name']
  /** All the shop could deliver to; its settings say which are switched off. */
  zones: readonly Zone[]
  userId: string | null
  network: CheckoutNetwork
}

/** `same`: the cart's own open order, to be paid on its page. `other`: an order that must be closed before a new one. */
export type Placed = { order: 'new' | 'same'; id: string } | { order: 'other'; id: string }

/**
 * Writes an order as pending, with its lines and its hold on the discount code, before any payment page is made: all of
 * it commits together, or nothing. One order per cart is open at a time. Refuses what `priceCart`, `getUsableDiscount`,
 * `holdDiscount`, `termsOf` and `assertPreorderStock` refuse; then a page the cart has open stays as it is.
 */
export async function placeOrder(tx: Tx, { request, provider, zones, userId, network }: Placing): Promise<Placed> {
  const { cartId, country, discountCode } = request
  // Presses of one cart take turns, so that only the first of them makes an order.
  if (cartId) await sql`select pg_advisory_xact_lock(hashtextextended(${cartId}, 0))`.execute(tx)
  const terms = await readTerms(tx, { wishes: mergeLines(request.items), discountCode, country, zones })
  const print = fingerprint(terms)
  const open = cartId ? await findOpen(tx, cartId) : null
  const isSame = open?.cart_fingerprint === print && open.payment_provider === provider && open.has_life
  if (open && isSame) return { order: 'same', id: open.id }
  await assertPreorderStock(tx, { lines: terms.lines, network, replaces: open?.id ?? null })
  if (open) return { order: 'other', id: open.id }
  const id = await addOrder(tx, { terms, cartId: cartId ?? null, print, provider, userId, network })
  faultPoint('checkout.before-order-commit')
  return { order: 'new', id }
}

async function readTerms(
  tx: Tx,
  {
    wishes,
    discountCode: typed,
    country,
    zones,
  }: {
    wishes: CheckoutRequest['items']
    discountCode?: string | null | undefined
    country: string
    zones: readonly Zone[]
  },
): Promise<Terms> {
  const lines = await priceCart(tx, wishes)
  const subtotal = pence(lines.reduce((sum, line) => sum + line.unitPence * line.quantity, 0))
  const discountCode = typed?.trim() ? await getUsableDiscount(tx, { typed, subtotal }) : null
  const { now } = await tx.selectNoFrom(sql<Date>`shop_now()`.as('now')).executeTakeFirstOrThrow()
  const settings = await readShopSettings(tx, { zones })
  return termsOf({ lines, discountCode, country, orderedAt: now, settings })
}

function findOpen(tx: Tx, cartId: string) {
  return tx
    .selectFrom('pre_orders')
    .select(['id', 'cart_fingerprint', 'payment_provider'])
    .select(sql<boolean>`payment_session_expires_at > shop_now() + ${enoughLife}`.as('has_life'))
    .where('cart_id', '=', cartId)
    .where('payment_state', 'in', ['creating', 'open'])
    .executeTakeFirst()
}
