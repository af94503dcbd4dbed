import { shop } from '#shop'
import type { EmailContent, RichText } from '#ui/email/email-blocks.ts'
import { formatPence, pence } from '#ui/money.ts'
import { address, goodsOf, range, refundDestination } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** The e-mail about a cancelled order: whether the payment is refunded, and when. */
export function orderCancelled(order: OrderEmailData): EmailContent {
  const money = refundPromise(order)
  return {
    subject: `Your order ${order.orderNumber} is cancelled`,
    preview: money.short,
    heading: 'Your order is cancelled',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'your order '),
          { strong: order.orderNumber },
          // An order cancelled after dispatch was sent and returned.
          order.shippedOn ? ' is cancelled.' : ' is cancelled, and nothing will be sent.',
        ],
      },
      { title: 'Your money' },
      { say: money.said },
      { title: 'What was ordered' },
      { goods: goodsOf(order) },
      {
        say:
          'If you did not ask for this, or do not know why it was done, reply to this e-mail: a person reads it, and ' +
          `answers within ${range(shop.policies.responseDays)} business days.`,
      },
    ],
  }
}

/** Describes the payment's actual state: promises a refund only where one is owed. */
function refundPromise(order: OrderEmailData): { short: string; said: RichText } {
  const { paymentState, isPaid, totalPence, refundedPence } = order
  const total = formatPence(totalPence)
  const back = formatPence(pence(Math.max(0, totalPence - refundedPence)))
  if (totalPence === 0) return same('There was nothing to pay, so there is nothing to refund.')
  if (paymentState === 'refunded') {
    return {
      short: `We have refunded all you paid, ${total}.`,
      said: ['We have refunded all you paid, ', { strong: total }, `, ${refundDestination}. ${refundDelay()}`],
    }
  }
  if (paymentState === 'disputed') {
    return same('You have asked your bank to look into this payment, so the money is settled between it and us.')
  }
  if (!isPaid) return same('Nothing was charged, so there is nothing to refund.')
  if (refundedPence > 0) {
    return {
      short: `Of the ${total} you paid, ${formatPence(refundedPence)} has already been refunded.`,
      said: [
        `Of the ${total} you paid, ${formatPence(refundedPence)} has already been refunded. What is still due to you, at most `,
        { strong: back },
        `, will follow within 14 days, ${refundDestination}. We’ll write when it does.`,
      ],
    }
  }
  return {
    short: `We’ll refund all you paid, ${total}, within 14 days.`,
    said: [
      'We’ll refund all you paid, delivery included: ',
      { strong: total },
      `, within 14 days, ${refundDestination}. We’ll write when it leaves us. ${refundDelay()}`,
    ],
  }
}

function same(words: string): { short: string; said: RichText } {
  return { short: words, said: words }
}

/** How long a refund takes to arrive. */
export function refundDelay(): string {
  return `A refund shows on your statement within ${range(shop.policies.refundDays)} business days of leaving us.`
}
