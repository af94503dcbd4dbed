import { sql } from 'kysely'
import type { Pence } from '#base/money.ts'
import { penceOf } from '#base/sql-money.ts'
import type { OrderNote } from '#features/orders/order-note.ts'
import { openNotes } from '#features/orders/order-notes.ts'
import type { Db } from '#platform/database/db.ts'
import type { StripeStandIn } from '#tests/fixtures/stripe/stripe-stand-in.ts'

/** A running rehearsal. */
export type Stage = { stripe: StripeStandIn; db: Db; siteUrl: string; launchAt: Date }

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs

/** Sets both clocks, Stripe's and the shop's, to a moment; null: to the real one. */
export async function moveClock({ stripe, db }: Stage, moment: Date | null): Promise<void> {
  const offsetMs = moment ? moment.getTime() - Date.now() : 0
  await db.asService((tx) =>
    sql`update private.clock set ahead = ${Math.round(offsetMs / 1000)} * interval '1 second'`.execute(tx),
  )
  stripe.clock.set(moment)
}

/** After a start: sets the stand-in's clock to the offset stored in the shop's database. */
export async function agreeOnTime({ stripe, db }: Stage): Promise<void> {
  const { rows } = await db.asService((tx) =>
    sql<{ ahead: number }>`select extract(epoch from ahead)::float8 as ahead from private.clock`.execute(tx),
  )
  const aheadMs = (rows[0]?.ahead ?? 0) * 1000
  if (Math.abs(aheadMs - stripe.clock.offsetMs()) > 2_000) {
    stripe.clock.set(aheadMs === 0 ? null : new Date(Date.now() + aheadMs))
  }
}

/** When the next pre-order ends, by the shop's clock; null when none is running. */
export async function nextPreOrderEnd({ db }: Stage): Promise<{ name: string; at: Date } | null> {
  const found = await db.asService((tx) =>
    tx
      .selectFrom('products')
      .select(['name', 'preorder_end_date as at'])
      .where('active', '=', true)
      .where('is_preorder', '=', true)
      .where('preorder_end_date', '>', sql<Date>`shop_now()`)
      .orderBy('preorder_end_date')
      .limit(1)
      .executeTakeFirst(),
  )
  return found?.at ? { name: found.name, at: found.at } : null
}

/** Creates the discount code of docs/owner/rehearse.md, unless it exists. */
export async function offerCode({ db }: Stage): Promise<void> {
  await db.asService((tx) =>
    tx
      .insertInto('discount_codes')
      .values({ code: 'REHEARSAL10', percent: 10, starts_at: new Date(0) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

export type ShopOrder = {
  id: string
  order_number: string
  payment_status: string
  provider_state: string
  payment_session_id: string | null
  final_amount: Pence
  refunded_amount: Pence
  review_notes: OrderNote[]
}

/** The shop's own orders, by id. */
export async function ordersOf({ db }: Stage, ids: string[]): Promise<Map<string, ShopOrder>> {
  const known = ids.filter((id) => /^[0-9a-f-]{36}$/i.test(id))
  if (known.length === 0) return new Map()
  const rows = await db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select([
        'id',
        'order_number',
        'payment_status',
        'provider_state',
        'payment_session_id',
        ...penceOf('final_amount', 'refunded_amount'),
        openNotes('pre_orders.id').as('review_notes'),
      ])
      .where('id', 'in', known)
      .execute(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}
