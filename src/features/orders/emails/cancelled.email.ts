import { formatPence, pence } from '#base/money.ts'
import type { EmailContent, RichText } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { address, aloneLabel, goodsOf, range, refundWay } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** The e-mail about a cancelled order: whether the payment is refunded, and when. */
export function orderCancelled(order: OrderEmailData): EmailContent {
  const money = refundPromise(order)
  const alone = aloneLabel(order)
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
          order.shippedOn || alone ? ' is cancelled.' : ' is cancelled and nothing will be sent.',
        ],
      },
      ...(alone ? [{ say: `What you added to it, ${alone}, still comes, in a parcel of its own.` }] : []),
      { title: 'Your refund' },
      { say: money.said },
      ...(order.exchange ? [{ say: returnOpen(order.exchange) }] : []),
      { title: 'What you ordered' },
      { goods: goodsOf(order) },
      {
        say:
          'If you didn’t ask for this, or don’t know why, reply to this e-mail. A person will answer within ' +
          `${range(shop.policies.responseDays)} working days.`,
      },
    ],
  }
}

/** A cancelled exchange leaves its return to be settled. */
function returnOpen({ orderNumber }: { orderNumber: string }): string {
  return `It was an exchange, so your return from order ${orderNumber} is open again. We’ll e-mail you when we refund it.`
}

/** Describes the payment's actual state: promises a refund only where one is owed. */
function refundPromise(order: OrderEmailData): { short: string; said: RichText } {
  const { providerState, isPaid, totalPence, refundedPence } = order
  const total = formatPence(totalPence)
  const back = formatPence(pence(Math.max(0, totalPence - refundedPence)))
  if (totalPence === 0) return same('There was nothing to pay, so there’s nothing to refund.')
  if (providerState === 'refunded') {
    return {
      short: `We’ve refunded everything you paid, ${total}.`,
      said: ['We’ve refunded everything you paid, ', { strong: total }, `, ${refundWay(order)}. ${refundDelay(order)}`],
    }
  }
  if (providerState === 'disputed') {
    return same('You’ve asked your bank to look into this payment, so your bank and we will settle it between us.')
  }
  if (!isPaid) return same('You weren’t charged, so there’s nothing to refund.')
  if (refundedPence > 0) {
    return {
      short: `Of the ${total} you paid, ${formatPence(refundedPence)} has already been refunded.`,
      said: [
        `Of the ${total} you paid, ${formatPence(refundedPence)} has already been refunded. The rest, up to `,
        { strong: back },
        `, will follow within 14 days, ${refundWay(order)}. We’ll e-mail you when it does.`,
      ],
    }
  }
  return {
    short: `We’ll refund everything you paid, ${total}, within 14 days.`,
    said: [
      'We’ll refund everything you paid, including delivery: ',
      { strong: total },
      `, within 14 days, ${refundWay(order)}. We’ll e-mail you when it’s on its way. ${refundDelay(order)}`,
    ],
  }
}

function same(words: string): { short: string; said: RichText } {
  return { short: words, said: words }
}

/** How long a refund takes to arrive; empty for one that is given back by hand. */
export function refundDelay({ paidBy }: Pick<OrderEmailData, 'paidBy'>): string {
  if (paidBy) return ''
  return `It shows on your statement within ${range(shop.policies.refundDays)} working days.`
}
