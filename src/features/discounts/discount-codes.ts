import { sql } from 'kysely'
import { formatPence, type Pence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { readTyped } from '#platform/text/typed-text.ts'

/** A code as a cart may use it; `percent` of the subtotal, 1 to 100. */
export type UsableDiscount = { code: string; percent: number }

const unknown = 'This discount code is not valid. Please check it and try again.'
const usedUp = 'This discount code has been used up.'
const heldByOthers =
  'All remaining uses of this code are in other checkouts just now. Please try again in about half an hour.'
const heldByNetwork =
  'This code is already in use at a checkout on your internet connection. Please pay there, or try again in about half an hour.'

/** Room for the quotes and blanks that a code may be copied with; a longer text is no code. */
const longestTyped = 200

/** The stored form of a code, however it was typed, or null for an invalid one. Lookalike letters of other scripts are not accepted. */
export function normalCode(typed: string): string | null {
  const text = readTyped(typed.slice(0, longestTyped))
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(text) ? text.toUpperCase() : null
}

/**
 * The code, where it is active and the cart is large enough; `subtotal` null checks the code alone. Whether a use is
 * left is decided when one is reserved. Refuses discount_invalid with one message for unknown, ended, inactive and
 * future codes, so that attempts reveal no codes.
 */
export async function getUsableDiscount(
  tx: Tx,
  { typed, subtotal }: { typed: string; subtotal: Pence | null },
): Promise<UsableDiscount> {
  const code = normalCode(typed)
  if (!code) throw discountInvalid(typed.trim() ? unknown : 'Please enter a discount code')
  const row = await tx
    .selectFrom('discount_codes')
    .select(['percent', ...penceOf('minimum_subtotal')])
    .where('code', '=', code)
    .where('active', '=', true)
    .where('starts_at', '<=', sql<Date>`shop_now()`)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', sql<Date>`shop_now()`)]))
    .executeTakeFirst()
  if (!row) throw discountInvalid(unknown)
  const { minimum_subtotal: minimum } = row
  if (minimum !== null && subtotal !== null && subtotal < minimum) {
    throw discountInvalid(`This code needs ${shortPrice(minimum)} of garments. You have ${shortPrice(subtotal)}.`)
  }
  return { code, percent: row.percent }
}

/** '£200' or '£86.50'. */
function shortPrice(amount: Pence): string {
  return formatPence(amount).replace('.00', '')
}

/** Maximum unpaid uses of a limited code across all open payment pages of a network. */
const mostOfNetwork = 2

type Uses = {
  code: string
  /** A use that this cart's own open payment page holds counts as left: the customer may return from that page. */
  cartId: string | null
  /** `isShared`: behind a proxy that is not declared all customers count as one network. */
  network: { hash: string; isShared: boolean }
}

/**
 * Whether a code is limited. Refuses discount_invalid when no use of it is left, or when the network's open payment pages
 * hold its share: two uses, and at most half of those that are left, so that one visitor cannot hold a code for all
 * others. `lock` locks the row of a limited code until `tx` ends, so that concurrent carts count one another.
 */
export async function refuseUsedUp(
  tx: Tx,
  { code, cartId, network, lock = false }: Uses & { lock?: boolean },
): Promise<boolean> {
  const limited = await tx
    .selectFrom('discount_codes')
    .select(['id', 'max_redemptions', 'redeemed'])
    .where('code', '=', code)
    .where('max_redemptions', 'is not', null)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!limited) return false
  const { held, ofNetwork } = await tx
    .selectFrom('private.discount_holds as hold')
    .innerJoin('pre_orders as order', 'order.id', 'hold.order_id')
    .leftJoin('private.reservation_networks as reserved', 'reserved.order_id', 'hold.order_id')
    .select(({ fn }) => [
      fn.countAll<string>().as('held'),
      fn.countAll<string>().filterWhere('reserved.network', '=', network.hash).as('ofNetwork'),
    ])
    .where('hold.discount_id', '=', limited.id)
    .where('hold.state', '=', 'held')
    .$if(cartId !== null, (query) => query.where('order.cart_id', 'is distinct from', cartId))
    .executeTakeFirstOrThrow()
  const left = Number(limited.max_redemptions) - limited.redeemed
  if (left <= 0) throw discountInvalid(usedUp)
  if (Number(held) >= left) throw discountInvalid(heldByOthers)
  const share = Math.max(1, Math.floor(left / 2))
  if (Number(ofNetwork) >= (network.isShared ? share : Math.min(mostOfNetwork, share)))
    throw discountInvalid(heldByNetwork)
  return true
}

/**
 * Holds one use of a code for an order until it is paid or its payment page expires. One conditional update decides, so
 * that the last use goes to one customer. Refuses discount_invalid when none is left.
 */
export async function holdDiscount(
  tx: Tx,
  { code, orderId, until }: { code: string; orderId: string; until: Date },
): Promise<void> {
  const held = await tx
    .updateTable('discount_codes')
    .set({ held: sql`held + 1` })
    .where('code', '=', code)
    // The query builder adds no parentheses around raw SQL: without them the `or` would match every code.
    .where(sql<boolean>`(max_redemptions is null or redeemed + held < max_redemptions)`)
    .returning('id')
    .executeTakeFirst()
  if (!held) throw discountInvalid(usedUp)
  await tx
    .insertInto('private.discount_holds')
    .values({ code, discount_id: held.id, order_id: orderId, until })
    .execute()
}

/** Releases the use that an order holds; does nothing where it holds none. */
export async function releaseDiscount(tx: Tx, orderId: string): Promise<void> {
  const hold = await tx
    .updateTable('private.discount_holds')
    .set({ state: 'released' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .returning(['code', 'discount_id'])
    .executeTakeFirst()
  if (!hold) return
  await tx
    .updateTable('discount_codes')
    .set({ held: sql`greatest(held - 1, 0)` })
    .where('code', '=', hold.code)
    // A code that was deleted and added again holds nothing for orders of the deleted one.
    .where('id', '=', hold.discount_id)
    .execute()
}

/**
 * Holds the use again that an order released; does nothing where it has no code, or still holds it. Refuses
 * discount_invalid when none is left.
 */
export async function holdDiscountAgain(tx: Tx, orderId: string): Promise<void> {
  const hold = await tx
    .updateTable('private.discount_holds')
    .set({ state: 'held' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'released')
    .returning('discount_id')
    .executeTakeFirst()
  if (!hold) return
  const { numUpdatedRows } = await tx
    .updateTable('discount_codes')
    .set({ held: sql`held + 1` })
    .where('id', '=', hold.discount_id)
    .where(sql<boolean>`(max_redemptions is null or redeemed + held < max_redemptions)`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw discountInvalid(usedUp)
}

/** Gives back the use of an order that never was: counted, or held. */
export async function returnDiscount(tx: Tx, orderId: string): Promise<void> {
  await releaseDiscount(tx, orderId)
  await sql`update public.discount_codes as code set redeemed = greatest(redeemed - 1, 0) from private.discount_holds as hold
    where hold.order_id = ${orderId} and hold.state = 'redeemed' and hold.discount_id = code.id`.execute(tx)
}

/**
 * Counts the use of a paid order, once. False where the hold was released and another order took the last use
 * meanwhile: the order keeps its discount, and the code has one use more than its limit.
 */
export async function redeemDiscount(tx: Tx, orderId: string): Promise<boolean> {
  const hold = await tx
    .selectFrom('private.discount_holds')
    .select(['code', 'state', 'discount_id'])
    .where('order_id', '=', orderId)
    .where('state', '<>', 'redeemed')
    .forUpdate()
    .executeTakeFirst()
  if (!hold) return true
  await tx.updateTable('private.discount_holds').set({ state: 'redeemed' }).where('order_id', '=', orderId).execute()
  const own = hold.state === 'held' ? 1 : 0
  const { numUpdatedRows } = await tx
    .updateTable('discount_codes')
    .set({ held: sql`greatest(held - ${own}::int, 0)`, redeemed: sql`redeemed + 1` })
    .where('code', '=', hold.code)
    .where('id', '=', hold.discount_id)
    .where(sql<boolean>`(max_redemptions is null or redeemed + greatest(held - ${own}::int, 0) < max_redemptions)`)
    .executeTakeFirstOrThrow()
  return own === 1 || numUpdatedRows === 1n
}

function discountInvalid(message: string): AppError {
  return new AppError('discount_invalid', message, { status: 400 })
}
