import { formatPence, type Pence, pence, penceFromPounds } from '#base/money.ts'
import { holdsMoney, isPaid, type OrderStatus, orderStatuses } from '#features/orders/order-state.ts'
import type { Question } from '#ui/question-dialog.tsx'
import type { OrderFacts } from '../api/admin-orders.contract.ts'
import type { OrderRow } from '../order.ts'

/**
 * What the owner may answer: go on; for a parcel without a number, go on with or without an e-mail; for a cancellation,
 * go on and refund the rest of the payment at once.
 */
export type StatusAnswer = 'yes' | 'email' | 'silent' | 'refund'
export type StatusChange = Partial<Pick<OrderRow, 'order_status' | 'payment_status' | 'ready_at'>>

/**
 * What the owner is asked before a status changes. `cancellation`: the e-mail, and the refund now or later; `parcel`:
 * whether to e-mail the customer although there is no tracking number; `revival`: what reviving a cancelled order means.
 */
type Consequence = 'cancellation' | 'parcel' | 'revival'

/** What the owner is asked before this order gets the status `to`. */
export function consequencesOf(order: OrderRow, to: OrderStatus | undefined): readonly Consequence[] {
  const { order_status: from, reported_paid, tracking_number } = order
  if (to === undefined || to === from) return []
  const asked = {
    revival: from === 'cancelled',
    cancellation: to === 'cancelled' && reported_paid,
    parcel: to === 'shipped' && tracking_number === null,
  }
  return (['revival', 'cancellation', 'parcel'] as const).filter((consequence) => asked[consequence])
}

/** Whether the provider has or had money for the order; the same rule as the column `order_view`. */
function hasProviderPayment({ paid_at, provider_state }: OrderRow): boolean {
  return paid_at !== null || isPaid(provider_state)
}

/** Whether e-mails about the order are sent. */
export function isEmailed(order: OrderRow): boolean {
  return order.reported_paid && order.customer_email !== null
}

/** Whether the question about a change needs the order's facts. */
export function needsFacts(order: OrderRow, { order_status: to }: StatusChange): boolean {
  return consequencesOf(order, to).length > 0 || (to === 'pending' && order.order_status !== 'pending')
}

/** How many parcels a status takes back, where the order is not one parcel that is taken back with it. */
export function parcelsTakenBack(
  { order_status: from }: OrderRow,
  to: OrderStatus,
  facts: OrderFacts | null | undefined,
): number {
  const parcels = facts?.parcels_sent ?? 0
  const isWhole = parcels === 1 && (from === 'shipped' || from === 'delivered')
  return to === 'pending' && from !== 'pending' && !isWhole ? parcels : 0
}

/** The question before one order changes; null where there is none. `facts`: required where `needsFacts` is true. */
export function questionForOne(
  order: OrderRow,
  { order_status: to, payment_status: payment }: StatusChange,
  facts: OrderFacts | null,
): Question<StatusAnswer> | null {
  if (payment !== undefined && payment !== order.payment_status) return paymentQuestion(order, payment)
  const asked = consequencesOf(order, to)
  if (!to) return null
  const takenBack = takenBackWords(parcelsTakenBack(order, to, facts))
  if (asked.length === 0) {
    if (!takenBack) return null
    return {
      title: `Set ${order.order_number} to ${nameOf(to)}?`,
      body: [takenBack],
      choices: [{ id: 'yes', label: `Set to ${nameOf(to)}` }],
    }
  }
  const revival = asked.includes('revival') && facts ? revivalOf(order, facts) : []
  if (asked.includes('cancellation')) return cancellationQuestion(order, facts)
  if (asked.includes('parcel')) return untrackedQuestion(order, facts, revival)
  return {
    title: `Set ${order.order_number} from Cancelled to ${nameOf(to)}?`,
    body: [
      ...(revival.length > 0 ? revival : ['No refund, pre-order place or discount code is affected.']),
      ...(takenBack ? [takenBack] : []),
    ],
    choices: [{ id: 'yes', label: `Set to ${nameOf(to)}` }],
  }
}

function takenBackWords(parcels: number): string | null {
  if (parcels === 0) return null
  const [have, them, their] =
    parcels === 1 ? ['A parcel of it has', 'it', 'its'] : [`${parcels} parcels of it have`, 'them', 'their']
  return `${have} left. Setting it to Pending takes ${them} back: ${their} pieces are to be made and sent again, and an e-mail that hasn’t left isn’t sent. “Undo” brings all of it back.`
}

/** The payment's rest that a refund can return now; of an order of which a part has left, nothing is returned at once. */
export function refundableNow(order: OrderRow, facts: OrderFacts | null | undefined): Pence {
  if (order.paid_at === null || !holdsMoney(order.provider_state) || facts?.is_part_sent) return pence(0)
  const taken = facts
    ? facts.refunded_pence + facts.refund_held_pence + facts.refund_waiting_pence
    : penceFromPounds(order.refunded_amount)
  return pence(Math.max(0, penceFromPounds(order.final_amount) - taken))
}

function cancellationQuestion(order: OrderRow, facts: OrderFacts | null): Question<StatusAnswer> {
  const { order_number: number, shipped_at, customer_email } = order
  const left = refundableNow(order, facts)
  const isToldAlready = facts?.emails_sent.includes('order_cancelled') ?? false
  const body = [
    !isEmailed(order) && 'No e-mail is sent: the order has no e-mail address.',
    isEmailed(order) &&
      isToldAlready &&
      'The customer has already had the e-mail that it is cancelled, so no other is sent.',
    isEmailed(order) &&
      !isToldAlready &&
      `${customer_email} gets the e-mail “Your order ${number} is cancelled” ${left > 0 ? 'in a minute, or at once if you refund now' : 'in a minute'}.`,
    shipped_at !== null && 'It has already been posted.',
    facts?.is_part_sent && partSent,
    !facts?.is_part_sent && (left > 0 ? refundLater(formatPence(left)) : whyNoRefund(order)),
  ]
  return {
    title: `Cancel ${number}?`,
    body: body.filter((words) => typeof words === 'string'),
    choices:
      left > 0
        ? [
            { id: 'yes', label: 'Cancel, refund later' },
            { id: 'refund', label: `Cancel and refund ${formatPence(left)} now` },
          ]
        : [{ id: 'yes', label: 'Cancel the order' }],
  }
}

const partSent =
  'A part of it has been posted. To cancel only the garments that remain, choose them in the order. If you cancel all of ' +
  'it, nothing is refunded now: refund its garments in the order afterwards.'

function refundLater(amount: string): string {
  return `Refund ${amount} now, or later, within 14 days. Until you do, the order shows “Refund owed”. A refund can’t be undone.`
}

/** Why cancelling a paid order offers no refund. */
function whyNoRefund(order: OrderRow): string {
  const total = penceFromPounds(order.final_amount)
  if (total === 0) return 'There was nothing to pay, so nothing is refunded.'
  if (order.provider_state === 'disputed')
    return 'The customer has disputed the payment, so their bank decides about the money.'
  if (order.provider_state === 'refunded') return 'The payment has already been refunded in full.'
  if (order.paid_at !== null) return 'The rest of the payment is already being refunded.'
  return `It was paid by hand, so please return the ${formatPence(total)} yourself within 14 days.`
}

function paymentQuestion(order: OrderRow, to: 'pending' | 'paid'): Question<StatusAnswer> | null {
  const { order_number: number, provider_state } = order
  const paid = penceFromPounds(order.final_amount)
  const total = formatPence(paid)
  const left = formatPence(pence(paid - penceFromPounds(order.refunded_amount)))
  if (to === 'pending') {
    if (provider_state === 'refunded') return null
    return {
      title: `Set the payment of ${number} to Pending?`,
      body: hasProviderPayment(order)
        ? [
            `The payment provider holds ${left} for this order. Setting it to Pending moves no money.`,
            'The order stays in its list, and the money page will show the difference.',
          ]
        : ['No card payment came in for this order. It moves to Unpaid, and no e-mails about it are sent.'],
      choices: [{ id: 'yes', label: 'Set to Pending' }],
    }
  }
  if (hasProviderPayment(order)) return null
  return {
    title: `Set the payment of ${number} to Paid?`,
    body: [
      `No card payment has come in for this order. Set it to Paid only if you received the ${total} another way, such as by bank transfer.`,
      ...(order.order_status === 'pending'
        ? ['Its dispatch date becomes that of an order placed today, unless it is later already.']
        : []),
      'The money page will list it until you confirm that you have the money.',
    ],
    choices: [{ id: 'yes', label: 'Set to Paid' }],
  }
}

function untrackedQuestion(
  order: OrderRow,
  facts: OrderFacts | null,
  revival: string[],
): Question<StatusAnswer> | null {
  const title = `Mark ${order.order_number} as Shipped without a tracking number?`
  const canTell = isEmailed(order) && !facts?.emails_sent.includes('order_dispatched')
  if (!canTell) {
    const why = isEmailed(order)
      ? 'The customer has already had an e-mail saying that it is on its way, so no other is sent.'
      : 'No e-mail is sent: the order is not paid, or has no e-mail address.'
    return { title, body: [...revival, why], choices: [{ id: 'yes', label: 'Mark as Shipped' }] }
  }
  return {
    title,
    body: [
      ...revival,
      'E-mail the customer that it is on its way? If you add a number later, they get it in another e-mail.',
    ],
    choices: [
      { id: 'email', label: 'Mark as Shipped and e-mail' },
      { id: 'silent', label: 'Mark as Shipped, no e-mail' },
    ],
  }
}

/**
 * What reviving a cancelled order means for its refund, its pre-order place, its discount and its customer's e-mails.
 */
export function revivalOf(order: OrderRow, facts: OrderFacts): string[] {
  const total = penceFromPounds(order.final_amount)
  const { refunded_pence: refunded, refund_held_pence: held, refund_waiting_pence: waiting } = facts
  const owed = pence(holdsMoney(order.provider_state) ? total - refunded - held - waiting : 0)
  return [
    refunded >= total && total > 0
      ? `All ${formatPence(total)} has been refunded and isn’t charged again. To make it after all, ask the customer to place a new order.`
      : refunded > 0 && `${formatPence(refunded)} has been refunded and isn’t charged again.`,
    owed > 0 && `A refund of ${formatPence(owed)} is owed. It will no longer be owed, and you keep the money.`,
    held > 0 &&
      `A refund of ${formatPence(held)} has not been sent yet. It won’t be sent unless you cancel the order again.`,
    waiting > 0 && `A refund of ${formatPence(waiting)} is already being sent and can’t be stopped.`,
    ...facts.preorders.map(placeWords),
    discountWords(facts.discount_use),
    facts.has_withdrawn &&
      'The customer withdrew from it or a part of it, and has in writing that this is cancelled. Please ask them before you make it after all.',
    facts.emails_sent.includes('order_cancelled') &&
      'The customer has been e-mailed that it is cancelled. Please tell them that it goes ahead.',
  ].filter((words) => words !== false)
}

function placeWords({ name, units, taken, limit }: OrderFacts['preorders'][number]): string {
  const places = units === 1 ? 'its place' : `its ${units} places`
  const now = `${taken} of ${limit} ${limit === 1 ? 'is' : 'are'} taken`
  const beyond = taken + units - limit
  const over = beyond > 0 ? `, so this makes ${beyond} more than the limit` : ''
  return `It takes ${places} in the ${name} pre-order again: ${now}${over}.`
}

function discountWords(use: OrderFacts['discount_use']): string | false {
  if (use === 'counted') return 'Its discount code still counts as used: cancelling didn’t release it.'
  return use === 'given_back' && 'Its use of the discount code was released and is not counted again.'
}

export function nameOf(status: OrderStatus): string {
  return orderStatuses.find(({ id }) => id === status)?.name ?? status
}
