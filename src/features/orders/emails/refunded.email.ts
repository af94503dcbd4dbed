import { isBeforeDispatch } from '#features/orders/order-state.ts'
import type { Block, EmailContent } from '#ui/email/email-blocks.ts'
import { formatPence, type Pence, pence } from '#ui/money.ts'
import { formatDay } from '#ui/time/calendar-day.ts'
import { refundDelay } from './cancelled.email.ts'
import { address, refundDestination } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** The refunded amount of the total paid, and the part that earlier e-mails named. */
type Refunded = { refunded: Pence; total: Pence; before?: Pence }

/** The e-mail about a refund: the amount, where it goes, and when it arrives. */
export function orderRefunded(order: OrderEmailData, { refunded, total, before = pence(0) }: Refunded): EmailContent {
  const amount = formatPence(pence(refunded - before))
  const isFurther = before > 0
  const isAll = refunded >= total
  return {
    subject: `${isFurther ? 'A further ' : ''}${amount} refunded for your order ${order.orderNumber}`,
    preview: `It goes back ${refundDestination}.`,
    heading: 'Your money is on its way back',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, isFurther ? 'we have refunded a further ' : 'we have refunded '),
          { strong: amount },
          howMuchOf({ refunded, total, before }),
          { strong: order.orderNumber },
          '.',
        ],
      },
      {
        facts: [
          [isFurther ? 'Refunded now' : 'Refunded', amount],
          ...(isFurther ? [['Refunded in all', formatPence(refunded)] as [string, string]] : []),
          ['Paid', formatPence(total)],
          ['How', `Back ${refundDestination}`],
        ],
      },
      { say: `${refundDelay()} Banks differ; many are quicker.` },
      ...whatIsNext(order, isAll),
      {
        say: 'If it does not show by then, reply to this e-mail, and we’ll ask our payment provider where it is.',
      },
    ],
  }
}

/** The text between the amount and the order number. */
function howMuchOf({ refunded, total, before }: Required<Refunded>): string {
  const isAll = refunded >= total
  if (before === 0)
    return isAll ? ', all you paid for your order ' : ` of the ${formatPence(total)} you paid for your order `
  const sum = isAll ? 'all' : formatPence(refunded)
  return `. With the ${formatPence(before)} before, that is ${sum} of the ${formatPence(total)} you paid for your order `
}

/** The e-mail to a customer who paid an order twice: the second payment is refunded, the first one counts. */
export function secondPaymentRefunded(order: OrderEmailData, refunded: Pence): EmailContent {
  const amount = formatPence(refunded)
  return {
    subject: `${amount} refunded: your order ${order.orderNumber} was paid twice`,
    preview: `It goes back ${refundDestination}.`,
    heading: 'You paid twice, and one comes back',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'a second payment reached us for your order '),
          { strong: order.orderNumber },
          '. We have refunded ',
          { strong: amount },
          ` of it ${refundDestination}.`,
        ],
      },
      { say: `${refundDelay()} Banks differ; many are quicker.` },
      { say: 'Your first payment stands, and nothing else about your order has changed.' },
    ],
  }
}

/** After a partial refund, says whether the order goes ahead. */
function whatIsNext({ status, isLate, dispatchBy }: OrderEmailData, isAll: boolean): Block[] {
  if (status === 'cancelled') return [{ say: 'The order is cancelled, and nothing more will be sent.' }]
  if (isAll || !isBeforeDispatch(status)) return []
  const until = isLate ? '' : `, and leaves us by ${formatDay(dispatchBy)}`
  return [{ say: `Your order goes ahead as it is${until}.` }]
}
