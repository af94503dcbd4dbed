import { isoDay } from '#base/calendar-day.ts'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import { type Capacity, listLate } from '../capacity.ts'
import { dispatchBy, freeDayOf, isDayOfWork, shopDay } from '../dispatch-and-arrival.ts'
import { readWorkOfOrders } from '../promised-work.ts'
import { readShopSettings } from '../read-shop-settings.ts'
import type { CapacityPreview } from './settings.contract.ts'

/** The number of late orders that are listed; all are counted. */
const maxListed = 10

/** As many as are delayed at once. */
const maxNumbers = 200

/** The effect of another capacity from a day on: on an order placed now, and on the orders promised already. */
export async function previewChange(tx: Tx, change: Capacity): Promise<CapacityPreview> {
  const { productionDays, daysOff, capacity } = await readShopSettings(tx)
  const now = await readShopNow(tx)
  const orders = await readWorkOfOrders(tx)
  const calendar = { today: shopDay(now), isWorkingDay: isDayOfWork({ daysOff }) }
  const effectOf = (held: readonly Capacity[]) => {
    const freeDay = freeDayOf({ capacity: held, daysOff }, { promised: orders, now })
    return {
      leaves: isoDay(dispatchBy({ orderedAt: now }, { productionDays, daysOff, freeDay })),
      late: listLate(
        orders.filter(({ isPaid }) => isPaid),
        held,
        calendar,
      ),
    }
  }
  const [before, after] = [effectOf(capacity), effectOf(withChange(capacity, change))]
  const listed = after.late.slice(0, maxListed)
  return {
    before: { leaves: before.leaves, late: before.late.length },
    after: { leaves: after.leaves, late: after.late.length },
    numbers: after.late.slice(0, maxNumbers).map(({ orderNumber }) => orderNumber),
    orders: listed.map(({ orderNumber, day }) => ({ order_number: orderNumber, dispatch_by: day })),
  }
}

/** The capacity with another number of pieces from a day on. */
function withChange(capacity: readonly Capacity[], change: Capacity): Capacity[] {
  return [...capacity.filter(({ from }) => from !== change.from), change].sort((a, b) => a.from.localeCompare(b.from))
}
