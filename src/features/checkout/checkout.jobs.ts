import { sql } from 'kysely'
import { giveUp, openPage, type Paying } from './payment-page.ts'

/**
 * Finishes what a killed program left half done: orders written a minute ago that still have no payment page get it,
 * by the same request under the same key; those whose time is over give back what they hold.
 */
export async function finishCheckouts(paying: Paying): Promise<void> {
  const { db, log } = paying
  const orders = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['id', sql<boolean>`payment_session_expires_at <= shop_now()`.as('is_over')])
      .where('payment_state', '=', 'creating')
      .where('created_at', '<', sql<Date>`shop_now() - interval '60 seconds'`)
      .orderBy('created_at')
      .limit(100)
      .execute(),
  )
  for (const { id, is_over } of orders) {
    await (is_over ? giveUp(db, id) : openPage(paying, id)).catch((error: unknown) => {
      log.error({ error, order: id }, 'a checkout could not be finished and is tried again')
    })
  }
}
