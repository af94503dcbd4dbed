import { formatDay } from '#features/catalogue/dispatch-by.ts'
import { formatPence, type Pence } from '#features/catalogue/money.ts'
import type { Block, Composition } from '#infrastructure/mail/letter-blocks.ts'
import { shownWithin } from './cancelled.mail.ts'
import { address, wayBack } from './parts-of-letters.ts'
import type { ToldOrder } from './told-order.ts'

/** The letter that follows money back: how much of how much, by which way, and when it is there. */
export function orderRefunded(order: ToldOrder, { refunded, total }: { refunded: Pence; total: Pence }): Composition {
  const amount = formatPence(refunded)
  const isAll = refunded >= total
  return {
    subject: `${amount} refunded for your order ${order.orderNumber}`,
    preview: `It goes back ${wayBack}.`,
    heading: 'Your money is on its way back',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'we have refunded '),
          { strong: amount },
          isAll ? ', all you paid for your order ' : ` of the ${formatPence(total)} you paid for your order `,
          { strong: order.orderNumber },
          '.',
        ],
      },
      {
        facts: [
          ['Refunded', isAll ? amount : `${amount} in all`],
          ['Paid', formatPence(total)],
          ['How', `Back ${wayBack}`],
        ],
      },
      { say: `${shownWithin()} Banks differ; many are quicker.` },
      ...whatIsNext(order, isAll),
      {
        say: 'If it does not show by then, reply to this email, and we’ll ask our payment provider where it is.',
      },
    ],
  }
}

/** The letter to somebody who paid the same order twice: the second payment goes back, the first one counts. */
export function secondPaymentRefunded(order: ToldOrder, refunded: Pence): Composition {
  const amount = formatPence(refunded)
  return {
    subject: `${amount} refunded: your order ${order.orderNumber} was paid twice`,
    preview: `It goes back ${wayBack}.`,
    heading: 'You paid twice, and one comes back',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'a second payment reached us for your order '),
          { strong: order.orderNumber },
          '. We have refunded ',
          { strong: amount },
          ` of it ${wayBack}.`,
        ],
      },
      { say: `${shownWithin()} Banks differ; many are quicker.` },
      { say: 'Your first payment stands, and nothing else about your order has changed.' },
    ],
  }
}

/** A part given back does not end an order that is still to be made; the reader must not have to guess. */
function whatIsNext({ status, isLate, dispatchBy }: ToldOrder, isAll: boolean): Block[] {
  if (status === 'cancelled') return [{ say: 'The order is cancelled, and nothing more will be sent.' }]
  if (isAll || (status !== 'pending' && status !== 'processing')) return []
  const until = isLate ? '' : `, and leaves us by ${formatDay(dispatchBy)}`
  return [{ say: `The rest of your order goes ahead as it is${until}.` }]
}
