import { formatDay } from '#base/calendar-day.ts'
import { address, goodsOf, range } from '#features/orders/emails/email-blocks.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import type { ChangeLabel } from './change-labels.ts'

/** `byCustomer`: the customer made the change; `isUndone`: it takes back an earlier one. */
export type ChangedOrder = {
  changes: ChangeLabel[]
  byCustomer: boolean
  isUndone: boolean
  /** It travels by another service now, so that it arrives on another day. */
  isMoved: boolean
  /** It is dispatched, and so arrives, on another day. */
  hasNewDay: boolean
}

/** The e-mail that confirms a change: what it was, what it is now, and the order as we'll make it. */
export function orderChangedEmail(
  order: OrderEmailData,
  { changes, byCustomer, isUndone, isMoved, hasNewDay }: ChangedOrder,
): EmailContent {
  const opening = isUndone
    ? 'we’ve changed your order '
    : byCustomer
      ? 'you’ve changed your order '
      : 'we’ve changed your order '
  return {
    subject: `Your order ${order.orderNumber} has been changed`,
    preview: changes.map(({ what, after }) => `${what}: ${oneLine(after) ?? 'removed'}`).join('; '),
    heading: 'Your order has been changed',
    hasHelp: true,
    blocks: [
      { say: [address(order, opening), { strong: order.orderNumber }, isUndone ? ' back.' : '.'] },
      {
        facts: changes.flatMap(({ what, before, after }): [string, string][] => [
          [what, oneLine(after) ?? 'None'],
          ...(before === null ? [] : [['Before', oneLine(before) ?? ''] as [string, string]]),
        ]),
      },
      ...(isBeforeDispatch(order.status) ? [{ title: 'Your order now' }, { goods: goodsOf(order) }] : []),
      { title: 'Going to' },
      { lines: order.address },
      ...(isBeforeDispatch(order.status) ? arrival(order, { isMoved, hasNewDay }) : []),
      {
        say: byCustomer
          ? 'If you didn’t ask for this, reply to this e-mail straight away.'
          : 'If this isn’t what you asked for, reply to this e-mail and we’ll put it right.',
      },
    ],
  }
}

/** When the order is with the customer, where it goes to another delivery zone or on another day. */
function arrival(
  { dispatchBy, arriveBy, orderedOn, isLate, delivery }: OrderEmailData,
  { isMoved, hasNewDay }: Pick<ChangedOrder, 'isMoved' | 'hasNewDay'>,
): Block[] {
  if (!isMoved && (!hasNewDay || isLate)) return []
  const takes = isMoved && delivery.transit ? `Delivery to this address takes ${range(delivery.transit)}` : null
  if (isLate) return [{ say: `${takes ?? 'We’ll write to you about how long delivery takes'}.` }]
  const leaves = `We’ll ${hasNewDay ? 'now' : 'still'} dispatch it by ${formatDay(dispatchBy, orderedOn)}`
  if (!arriveBy) {
    return [
      { say: `${leaves}${isMoved ? ', and we’ll write to you about how long delivery to this address takes' : ''}.` },
    ]
  }
  const day = formatDay(arriveBy, orderedOn)
  return [{ say: [`${takes ? `${takes}. ` : ''}${leaves}, and it should be with you by `, { strong: day }, '.'] }]
}
