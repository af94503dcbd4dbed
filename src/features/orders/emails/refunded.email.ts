import { formatDay } from '#base/calendar-day.ts'
import { formatPence, type Pence, pence } from '#base/money.ts'
import { isBeforeDispatch } from '#features/orders/order-state.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { refundDelay } from './cancelled.email.ts'
import { address, known, refundWay } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** The refunded amount of the total paid, and the part that earlier e-mails named. */
type Refunded = { refunded: Pence; total: Pence; before?: Pence }

/** The e-mail about a refund: the amount, where it goes, and when it arrives. */
export function orderRefunded(order: OrderEmailData, { refunded, total, before = pence(0) }: Refunded): EmailContent {
  const amount = formatPence(pence(refunded - before))
  const isFurther = before > 0
  const isAll = refunded >= total
  return {
    subject: `${isFurther ? 'Another ' : ''}${amount} refunded for your order ${order.orderNumber}`,
    preview: `It goes back ${refundWay(order)}.`,
    heading: 'Your refund is on its way',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, isFurther ? 'we’ve refunded another ' : 'we’ve refunded '),
          { strong: amount },
          howMuchOf({ refunded, total, before }),
          { strong: order.orderNumber },
          '.',
        ],
      },
      {
        facts: known([
          [isFurther ? 'Refunded now' : 'Refunded', amount],
          ['Refunded in total', isFurther && formatPence(refunded)],
          ['Paid', formatPence(total)],
          ['Where', `Back ${refundWay(order)}`],
        ]),
      },
      {
        say: order.paidBy
          ? 'If it hasn’t reached you within a week, reply to this e-mail.'
          : `${refundDelay(order)} Many banks are quicker. If you can’t see it by then, reply to this e-mail and we’ll trace it for you.`,
      },
      ...whatIsNext(order, isAll),
    ],
  }
}

/** The text between the amount and the order number. */
function howMuchOf({ refunded, total, before }: Required<Refunded>): string {
  const isAll = refunded >= total
  if (before === 0)
    return isAll ? ', everything you paid for your order ' : ` of the ${formatPence(total)} you paid for your order `
  const sum = isAll ? 'all' : formatPence(refunded)
  return `. With the ${formatPence(before)} before, that’s ${sum} of the ${formatPence(total)} you paid for your order `
}

/** The e-mail to a customer who paid an order twice: the second payment is refunded, the first one counts. */
export function secondPaymentRefunded(order: OrderEmailData, refunded: Pence): EmailContent {
  const amount = formatPence(refunded)
  return {
    subject: `${amount} refunded: your order ${order.orderNumber} was paid twice`,
    preview: `It goes back ${refundWay(order)}.`,
    heading: 'You paid twice, so we’ve refunded one',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'we received a second payment for your order '),
          { strong: order.orderNumber },
          '. We’ve refunded ',
          { strong: amount },
          ` of it ${refundWay(order)}.`,
        ],
      },
      { say: `${refundDelay(order)} Many banks are quicker.` },
      { say: 'Your first payment is fine, and nothing else about your order has changed.' },
    ],
  }
}

/** After a partial refund, says whether the order goes ahead. */
function whatIsNext({ status, isLate, dispatchBy }: OrderEmailData, isAll: boolean): Block[] {
  if (status === 'cancelled') return [{ say: 'The order is cancelled and nothing more will be sent.' }]
  if (isAll || !isBeforeDispatch(status)) return []
  const until = isLate ? '' : `, and we’ll dispatch it by ${formatDay(dispatchBy)}`
  return [{ say: `Your order goes ahead as it is${until}.` }]
}
