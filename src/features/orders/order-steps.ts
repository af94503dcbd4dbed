import { formatDay, formatDayAndYear, isoDay } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { isBeforeDispatch, type OrderStatus } from './order-state.ts'

/** Midnight UTC of a calendar day, or 'YYYY-MM-DD'. */
type Day = Date | string
type Moment = Date | string

/** What an order's steps depend on. */
export type StepFacts = {
  status: OrderStatus
  /** Whether the customer collects it, so that no parcel is on its way. */
  isCollected?: boolean
  receivedOn: Day
  /** Whether it is packed and waits to be posted. */
  isReady: boolean
  /** Null where no day may be named: the order is late. */
  dispatchBy: Day | null
  sentOn: Day | null
  arriveBy: Day | null
  deliveredOn: Day | null
}

export type OrderStep = {
  name: string
  when: string | null
  /** The day of the month, for the tape measure. */
  mark: string
  state: 'done' | 'now' | 'next'
}

/** The way of an order from payment to delivery. A cancelled order has none. */
export function orderSteps(order: StepFacts): OrderStep[] {
  const { status, isCollected = false, receivedOn, isReady, dispatchBy, sentOn, arriveBy, deliveredOn } = order
  if (status === 'cancelled') return []
  const on = (day: Day | null) => ({ when: day && formatDayAndYear(new Date(day)), mark: markOf(day) })
  const by = (day: Day | null) => ({
    when: day && `by ${formatDay(new Date(day), new Date(receivedOn))}`,
    mark: markOf(day),
  })
  const ready = isCollected ? 'Ready to collect' : 'Ready to post'
  const begun = [
    { name: 'Received', ...on(receivedOn) },
    { name: 'Being made', when: status === 'processing' && isReady ? ready : null, mark: '' },
  ]
  const isOver = status === 'delivered'
  if (isCollected) {
    const steps = [...begun, { name: 'Collected', ...(isOver ? on(deliveredOn) : by(dispatchBy)) }]
    const reached = isOver ? 2 : status === 'pending' ? 0 : 1
    return steps.map((step, index) => ({ ...step, state: stateOf(index, reached, steps.length) }))
  }
  const steps = [
    ...begun,
    { name: 'On its way', ...(isBeforeDispatch(status) ? by(dispatchBy) : on(sentOn)) },
    { name: 'Delivered', ...(isOver ? on(deliveredOn) : by(arriveBy)) },
  ]
  const reached = { pending: 0, processing: 1, shipped: 2, delivered: 3 }[status]
  return steps.map((step, index) => ({ ...step, state: stateOf(index, reached, steps.length) }))
}

type OrderMoments = {
  status: OrderStatus
  isCollected?: boolean
  orderedAt: Moment
  dispatchBy: string
  arriveBy: string | null
} & Record<'paidAt' | 'readyAt' | 'shippedAt' | 'deliveredAt', Moment | null>

/** The steps of an order whose times are moments. A day that is over and was not kept is left out. */
export function stepsOfMoments(order: OrderMoments, now: Date): OrderStep[] {
  const { status, dispatchBy, arriveBy } = order
  const today = shopDate(now)
  const isLate = isBeforeDispatch(status) && dispatchBy < today
  const dayOf = (moment: Moment) => shopDate(new Date(moment))
  return orderSteps({
    status,
    isCollected: order.isCollected === true,
    dispatchBy: isLate ? null : dispatchBy,
    arriveBy: isLate || (arriveBy && arriveBy < today) ? null : arriveBy,
    receivedOn: dayOf(order.paidAt ?? order.orderedAt),
    isReady: order.readyAt !== null,
    sentOn: order.shippedAt && dayOf(order.shippedAt),
    deliveredOn: order.deliveredAt && dayOf(order.deliveredAt),
  })
}

/** The state of a step of `count`. The last has nothing ahead: once reached, it is done. */
export function stateOf(index: number, reached: number, count: number): OrderStep['state'] {
  if (index > reached) return 'next'
  return index < reached || index === count - 1 ? 'done' : 'now'
}

export function markOf(day: Day | null): string {
  return day ? String(Number(isoDay(new Date(day)).slice(8))) : ''
}
