import { sql } from 'kysely'
import { dayMs } from '#base/day-ms.ts'
import { shopDate } from '#base/shop-clock.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import { type Day, isWorkingDay } from '../bank-holidays.ts'
import { readShopSettings } from '../read-shop-settings.ts'
import { type DayRange, daysIn } from '../shop-settings.ts'
import type { DaysOffPreview } from './settings.contract.ts'

/** The number of orders listed of each kind; all are counted. */
const maxListed = 10

/** As many as are delayed at once. */
const maxNumbers = 200

type Group = { dispatch_by: string; is_made: boolean; days: number; orders: number; numbers: string[] }

/**
 * The effect of a new range of days off on orders that have not shipped. An order is made in the working days up to its
 * promised day, as many as its slowest garment takes; an order that is ready to post needs none of them.
 */
export async function findAffected(tx: Tx, range: DayRange): Promise<DaysOffPreview> {
  const { productionDays, daysOff } = await readShopSettings(tx)
  const now = await readShopNow(tx)
  const today = Date.parse(shopDate(now)) / dayMs
  const off = new Set(daysOff.map((day) => Date.parse(day) / dayMs))
  const added = new Set(daysIn([range]).map((day) => Date.parse(day) / dayMs))
  const preview: DaysOffPreview = {
    due: { count: 0, numbers: [], orders: [] },
    tight: { count: 0, numbers: [], orders: [] },
  }
  for (const { dispatch_by, is_made, days, orders, numbers } of await readGroups(tx, range.from, productionDays)) {
    if (dispatch_by <= range.until) {
      preview.due.count += orders
      preview.due.numbers.push(...numbers)
      preview.due.orders.push(...numbers.map((order_number) => ({ order_number, dispatch_by })))
    } else if (!is_made) {
      const making = makingDays(dispatch_by, days, off).filter((day) => day >= today)
      const left = making.filter((day) => !added.has(day)).length
      if (left === making.length) continue
      preview.tight.count += orders
      preview.tight.numbers.push(...numbers)
      const counts = { dispatch_by, days_left: left, days_before: making.length }
      preview.tight.orders.push(...numbers.map((order_number) => ({ order_number, ...counts })))
    }
  }
  for (const kind of [preview.due, preview.tight]) {
    kind.orders.splice(maxListed)
    kind.numbers.splice(maxNumbers)
  }
  return preview
}

/** Unshipped orders promised for `from` or later, grouped by day and production time; the earliest first. */
async function readGroups(tx: Tx, from: string, productionDays: number): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select dispatch_by::text, is_made, days, count(*)::int as orders,
      (array_agg(order_number order by order_number))[1:${maxNumbers}] as numbers
      from (
        select o.order_number, o.dispatch_by, o.order_view = 'to_dispatch' as is_made,
          (select coalesce(max(coalesce(p.production_days, ${productionDays})), ${productionDays})::int
             from public.order_lines l left join public.products p on p.id = l.product_id
            where l.order_id = o.id) as days
          from public.pre_orders o
         where o.order_view in ('to_make', 'in_progress', 'to_dispatch') and o.dispatch_by >= ${from}::date
      ) as waiting
     group by dispatch_by, is_made, days order by dispatch_by, is_made, days`.execute(tx)
  return rows
}

/** The working days up to a promised day in which an order is made. */
function makingDays(dispatchBy: string, count: number, off: ReadonlySet<Day>): Day[] {
  const days: Day[] = []
  for (let day = Date.parse(dispatchBy) / dayMs; days.length < count; day -= 1) {
    if (isWorkingDay(day) && !off.has(day)) days.push(day)
  }
  return days
}
