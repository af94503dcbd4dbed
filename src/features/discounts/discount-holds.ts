import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { usedUp } from './usable-discount.ts'

/**
 * Holds one use of a code for an order until it is paid or its payment page expires. One conditional update decides, so
 * the last use goes to one of any number of shoppers. Refuses discount_invalid when none is left.
 */
export async function holdDiscount(
  tx: Tx,
  { code, orderId, until }: { code: string; orderId: string; until: Date },
): Promise<void> {
  const held = await tx
    .updateTable('discount_codes')
    .set({ held: sql`held + 1` })
    .where('code', '=', code)
    // The query builder puts no brackets round a written condition: without them its `or` would reach every code.
    .where(sql<boolean>`(max_redemptions is null or redeemed + held < max_redemptions)`)
    .returning('life')
    .executeTakeFirst()
  if (!held) throw new AppError('discount_invalid', usedUp)
  await tx.insertInto('private.discount_holds').values({ code, life: held.life, order_id: orderId, until }).execute()
}

/** Gives back what an order holds. Nothing happens for an order that holds nothing, or no longer. */
export async function releaseDiscount(tx: Tx, orderId: string): Promise<void> {
  const hold = await tx
    .updateTable('private.discount_holds')
    .set({ state: 'released' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .returning(['code', 'life'])
    .executeTakeFirst()
  if (!hold) return
  await tx
    .updateTable('discount_codes')
    .set({ held: sql`greatest(held - 1, 0)` })
    .where('code', '=', hold.code)
    // A code that was deleted and made again holds nothing for orders of its former life.
    .where('life', '=', hold.life)
    .execute()
}

/**
 * Counts the use of a paid order, once. False when the hold had been given back and somebody else has the last use by
 * now: the order stands as it was sold, and its use is one more than the owner wanted.
 */
export async function redeemDiscount(tx: Tx, orderId: string): Promise<boolean> {
  const hold = await tx
    .selectFrom('private.discount_holds')
    .select(['code', 'state', 'life'])
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
    .where('life', '=', hold.life)
    .where(sql<boolean>`(max_redemptions is null or redeemed + greatest(held - ${own}::int, 0) < max_redemptions)`)
    .executeTakeFirstOrThrow()
  return own === 1 || numUpdatedRows === 1n
}
