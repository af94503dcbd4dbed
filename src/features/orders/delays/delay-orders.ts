import { formatDay } from '#base/calendar-day.ts'
import { dispatchBy } from '#features/settings/dispatch-and-arrival.ts'
import { readShopSettings } from '#features/settings/read-shop-settings.ts'
import { type DayRange, daysIn, type WorkingTime } from '#features/settings/shop-settings.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { reasonOf } from '../admin/api/change-orders.ts'
import { type EditableOrder, lockOrder, readEditableOrder } from '../changes/editable-order.ts'
import { firstInParcel } from '../parcels/shared-parcel.ts'
import { announceDelay, delayProblem } from './announce-delay.ts'
import type { DelayResult, PlannedDelay } from './delays.contract.ts'
import { findDelay, undoDelay } from './undo-delay.ts'

/** One day for all orders, or a number of working days later for each. */
export type DelayPlan = { to: string } | { later: number }

/**
 * What a delay of these orders would do, without further days `off`: for each its present and its new day, and in words why it can't be delayed.
 * Changes nothing.
 */
export async function planDelays(
  tx: Tx,
  numbers: readonly string[],
  { plan, off }: { plan: DelayPlan | null; off?: DayRange | undefined },
): Promise<PlannedDelay[]> {
  const { productionDays, daysOff } = await readShopSettings(tx)
  const time = { productionDays, daysOff: off ? [...daysOff, ...daysIn([off])] : daysOff }
  const planned: PlannedDelay[] = []
  for (const orderNumber of numbers) {
    const order = await readEditableOrder(tx, { orderNumber }).catch(ignoreUnknown)
    if (!order) continue
    const { dispatchBy: from, status, today, fields } = order
    const to = plan && dayOf(plan, { from, today }, time)
    const refusal = (await waitingDelay(tx, order)) ?? (to === null ? null : await laterProblem(tx, order, to))
    planned.push({
      order_number: orderNumber,
      customer_name: fields.customer_name,
      from,
      to,
      is_begun: status === 'processing',
      problem: refusal?.message ?? null,
    })
  }
  return planned
}

function ignoreUnknown(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

/** The days later of an order that is already late count from today: from a day that is past they could end before it. */
function dayOf(plan: DelayPlan, { from, today }: { from: string; today: string }, time: WorkingTime): string {
  if ('to' in plan) return plan.to
  const noon = new Date(`${from < today ? today : from}T12:00:00Z`)
  return dispatchBy({ orderedAt: noon, productionDays: plan.later }, time).toISOString().slice(0, 10)
}

/** A second delay before the e-mail about the first has left is probably a second press. */
async function waitingDelay(tx: Tx, { id, dispatchBy: day }: EditableOrder): Promise<AppError | null> {
  const delay = await findDelay(tx, id, { to: day })
  if (delay?.email !== 'waiting') return null
  return conflict(`Delayed already, to ${formatDay(new Date(day))}: its e-mail leaves in a minute.`)
}

async function laterProblem(tx: Tx, order: EditableOrder, to: string): Promise<AppError | null> {
  const { dispatchBy: day } = order
  return to < day ? conflict(`It leaves later already: by ${formatDay(new Date(day))}.`) : delayProblem(tx, order, to)
}

function conflict(message: string): AppError {
  return new AppError('conflict', message)
}

/** `from`: the day that the owner saw. */
type WantedDelay = { order_number: string; from: string; to: string }

type Announcing = {
  queue: Queue
  log: Log
  userId: string
  /** Runs `work` in a transaction of its own. */
  asCaller: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Delays orders independently, one after another: one that is refused does not stop the others. Pressed twice, or on two
 * devices, each order is delayed once. An order whose day has changed since it was seen is a conflict.
 */
export async function delayOrders(
  orders: readonly WantedDelay[],
  { queue, log, userId, asCaller }: Announcing,
  { reason, batch }: { reason: string | null; batch: string },
): Promise<DelayResult[]> {
  return each(orders, log, (wanted) => asCaller((tx) => delayOnce(tx, queue, { ...wanted, reason, batch, userId })))
}

/** Takes back the delays of orders, each on its own, as long as their e-mails have not left. */
export async function undoDelays(
  orders: readonly { order_number: string; to: string }[],
  { log, userId, asCaller }: Omit<Announcing, 'queue'>,
): Promise<DelayResult[]> {
  return each(orders, log, ({ order_number: orderNumber, to }) =>
    asCaller((tx) => undoDelay(tx, { orderNumber, to, userId })),
  )
}

async function each<Order extends { order_number: string }>(
  orders: readonly Order[],
  log: Log,
  work: (order: Order) => Promise<void>,
): Promise<DelayResult[]> {
  const results: DelayResult[] = []
  for (const order of orders) {
    const { order_number } = order
    try {
      await work(order)
      results.push({ order_number, problem: null })
    } catch (error) {
      results.push({ order_number, problem: reasonOf(error, log).message })
    }
  }
  return results
}

type Once = WantedDelay & { reason: string | null; batch: string; userId: string }

async function delayOnce(tx: Tx, queue: Queue, { order_number, from, to, ...about }: Once): Promise<void> {
  const order = await lockOrder(tx, { orderNumber: order_number })
  // An earlier press, or another device, has done it.
  if (order.dispatchBy === to && (await findDelay(tx, order.id, { to }))) return
  const first = await firstInParcel(tx, order.id)
  if (order.dispatchBy !== from && !first) {
    const now = formatDay(new Date(order.dispatchBy))
    throw conflict(`Its date has changed meanwhile: it leaves by ${now}.`)
  }
  const problem = (await waitingDelay(tx, order)) ?? (await laterProblem(tx, order, to))
  if (problem) throw problem
  await announceDelay(tx, queue, { orderNumber: order_number, dispatchBy: to, ...about })
}
