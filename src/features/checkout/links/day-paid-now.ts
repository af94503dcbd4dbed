import { sql } from 'kysely'
import { isoDay } from '#base/calendar-day.ts'
import { dispatchEachBy } from '#features/settings/dispatch-and-arrival.ts'
import { readShopSettings, type SettingSources } from '#features/settings/read-shop-settings.ts'
import type { Tx } from '#platform/database/db.ts'
import { readMakings } from '../price-cart.ts'

type Wanted = { orderId: string; settingSources: SettingSources }

/**
 * The day on which an unpaid order leaves if it is paid today, 'YYYY-MM-DD'. Its link may live for two weeks, and the
 * garments are begun after the payment. Never an earlier day than the order has.
 */
export async function dayPaidNow(tx: Tx, wanted: Wanted): Promise<string> {
  return (await readDays(tx, wanted, { isShown: true })).all
}

/** Gives an unpaid order that day. */
export async function moveToPaidNow(tx: Tx, wanted: Wanted): Promise<void> {
  const { all, lines } = await readDays(tx, wanted, {})
  await tx
    .updateTable('pre_orders')
    .set({ dispatch_by: sql<Date>`${all}::date` })
    .where('id', '=', wanted.orderId)
    .where('dispatch_by', '<', sql<Date>`${all}::date`)
    .execute()
  const later = JSON.stringify(lines)
  await sql`
    update public.order_lines as line set dispatch_by = greatest(line.dispatch_by, moved.day)
      from jsonb_to_recordset(${later}::jsonb) as moved (position smallint, day date)
     where line.order_id = ${wanted.orderId} and line.position = moved.position`.execute(tx)
}

async function readDays(tx: Tx, { orderId, settingSources }: Wanted, shown: { isShown?: boolean }) {
  const { now, dispatch_by: held } = await tx
    .selectFrom('pre_orders')
    .select([sql<Date>`public.shop_now()`.as('now'), sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('dispatch_by')])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('order_lines')
    .select(['position', 'product_id as id', 'size', 'quantity', 'work_hundredths'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  // Of garments that are not sold any more the usual days hold.
  const makings =
    (await readMakings(tx, lines)) ?? lines.map(({ quantity, work_hundredths: work }) => ({ work: work * quantity }))
  const settings = await readShopSettings(tx, settingSources, { replaces: orderId, ...shown })
  const days = dispatchEachBy(now, makings, settings).map(isoDay)
  return {
    all: [held, ...days].reduce((one, other) => (one > other ? one : other)),
    lines: lines.map(({ position }, index) => ({ position, day: days[index] })),
  }
}
