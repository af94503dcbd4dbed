import { holdsMoney, type OrderStatus } from '#features/orders/order-state.ts'
import type { Question } from '#ui/question-dialog.tsx'
import type { OrderFacts } from '../api/order-facts.ts'
import type { OrderRow } from '../order.ts'
import { formatPounds } from '../order-labels.ts'
import { isEmailed, leavesUntracked, nameOf, pounds, revives, type StatusAnswer } from '../status/status-questions.ts'

const emails: Partial<Record<OrderStatus, string>> = {
  processing: 'order_in_production',
  shipped: 'order_dispatched',
  delivered: 'order_delivered',
  cancelled: 'order_cancelled',
}

/**
 * The confirmation before a bulk status change: how many orders change, how many customers get an e-mail, what is owed.
 */
export function questionForMany(
  orders: readonly OrderRow[],
  to: OrderStatus,
  facts: ReadonlyMap<string, OrderFacts>,
): Question<StatusAnswer> {
  const changing = orders.filter(({ order_status }) => order_status !== to)
  const same = orders.length - changing.length
  const untracked = changing.filter((order) => leavesUntracked(order, to) && getsEmail(order, to, facts))
  const emailed = changing.filter((order) => getsEmail(order, to, facts) && !untracked.includes(order))
  const body = [
    same > 0 && `${count(same, 'order is', 'orders are')} ${nameOf(to)} already.`,
    emailed.length > 0 && `${count(emailed.length, 'customer gets', 'customers get')} an e-mail in a minute.`,
    untracked.length > 0 &&
      `${count(untracked.length, 'order has', 'orders have')} no tracking number. E-mail ${untracked.length === 1 ? 'the customer that it is' : 'those customers that they are'} on the way?`,
    to === 'cancelled' && owedLabel(changing),
    ...revivalOfMany(changing, to, facts),
  ].filter((words) => words !== false)
  if (changing.length === 0) {
    return {
      title: `${count(same, 'order is', 'orders are')} ${nameOf(to)} already`,
      body: ['There is nothing to change.'],
      choices: [],
    }
  }
  const title = `Set ${count(changing.length, 'order', 'orders')} to ${nameOf(to)}?`
  if (untracked.length === 0)
    return { title, body, choices: [{ id: 'yes', label: `Set ${changing.length} to ${nameOf(to)}` }] }
  return {
    title,
    body,
    choices: [
      { id: 'email', label: `Set ${changing.length} and e-mail ${untracked.length}` },
      { id: 'silent', label: `Set ${changing.length}, no e-mail` },
    ],
  }
}

function getsEmail(order: OrderRow, to: OrderStatus, facts: ReadonlyMap<string, OrderFacts>): boolean {
  const kind = emails[to]
  return kind !== undefined && isEmailed(order) && !facts.get(order.order_number)?.emails_sent.includes(kind)
}

function owedLabel(orders: readonly OrderRow[]): string | false {
  const paid = orders.filter(({ payment_state: state }) => holdsMoney(state))
  const owed = paid.reduce((sum, { final_amount, refunded_amount }) => sum + pounds(final_amount - refunded_amount), 0)
  if (owed <= 0) return false
  return `You will owe refunds of ${formatPounds(pounds(owed))} on ${count(paid.length, 'order', 'orders')}. No money moves until you send them.`
}

function revivalOfMany(orders: readonly OrderRow[], to: OrderStatus, facts: ReadonlyMap<string, OrderFacts>): string[] {
  const revived = orders.filter((order) => revives(order, to))
  const known = revived.map((order) => ({ order, facts: facts.get(order.order_number) }))
  if (revived.length === 0) return []
  const sum = (of: (entry: { order: OrderRow; facts: OrderFacts }) => number) =>
    pounds(known.reduce((total, { order, facts }) => total + (facts ? of({ order, facts }) : 0), 0))
  const retained = sum(({ order, facts: { refunded, refund_waiting } }) =>
    holdsMoney(order.payment_state) ? order.final_amount - refunded - refund_waiting : 0,
  )
  const returned = sum(({ facts: { refunded, refund_waiting } }) => refunded + refund_waiting)
  const places = sum(({ facts: { preorders } }) => preorders.reduce((units, each) => units + each.units, 0))
  const uses = known.filter(({ facts }) => facts?.discount_use === 'given_back').length
  const informed = known.filter(({ facts }) => facts?.emails_sent.includes('order_cancelled')).length
  return [
    `${count(revived.length, 'of them is', 'of them are')} cancelled now.`,
    retained > 0 && `Refunds of ${formatPounds(retained)} will no longer be owed, and you keep the money.`,
    returned > 0 && `${formatPounds(returned)} has been refunded and isn’t charged again.`,
    places > 0 && `${count(places, 'pre-order place is', 'pre-order places are')} taken again, even beyond a limit.`,
    uses > 0 &&
      `${count(uses, 'use', 'uses')} of discount codes had been released and ${uses === 1 ? 'is' : 'are'} not counted again.`,
    informed > 0 &&
      `${count(informed, 'customer has', 'customers have')} been e-mailed that it is cancelled. Please tell them that it goes ahead.`,
  ].filter((words) => words !== false)
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
