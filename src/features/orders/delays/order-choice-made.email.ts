import { formatDay } from '#base/calendar-day.ts'
import type { EmailContent } from '#mail/email-blocks.ts'

/** `day`: the new day of the delay. `refund`: the state of the customer's refund. */
export type ChoiceMade = {
  orderNumber: string
  answer: 'keep' | 'cancel'
  day: Date
  refund: 'none' | 'owed' | 'done'
  garments: string[]
  /** The orders in the same parcel, which the answer was for too. */
  added: string[]
  customerEmail: string | null
  ordersUrl: string
}

/** The e-mail to the shop: the customer's answer, and what remains to do. A reply goes to the customer. */
export function orderChoiceMade(choice: ChoiceMade): EmailContent {
  const { orderNumber, answer, day, refund, garments, added, customerEmail, ordersUrl } = choice
  const isKept = answer === 'keep'
  const what = isKept ? 'is keeping' : 'has cancelled'
  return {
    subject: `Order ${orderNumber}: the customer ${what} it`,
    preview: isKept ? `It leaves by ${formatDay(day)}.` : 'Please don’t make or send it.',
    heading: isKept ? 'The order goes ahead' : 'The order is cancelled',
    blocks: [
      {
        say: isKept
          ? ['Order ', { strong: orderNumber }, ` goes ahead: the customer will wait until ${formatDay(day)}.`]
          : ['Order ', { strong: orderNumber }, ' is cancelled: please take it off your cutting list.'],
      },
      { lines: garments },
      ...(added.length > 0 ? [{ say: `It is the same for what was added to it: ${added.join(', ')}.` }] : []),
      ...(isKept ? [] : [{ say: refundLabel[refund] }]),
      { link: ordersUrl, label: 'Open the orders' },
      ...(customerEmail ? [{ aside: 'Reply to this e-mail to write to the customer.' }] : []),
    ],
    ...(customerEmail && { replyTo: customerEmail }),
  }
}

const refundLabel = {
  none: 'Nothing was paid, so there is nothing to refund.',
  owed:
    'The customer is due a refund, which the shop makes automatically. Until then the order shows ‘Refund owed’. If it ' +
    'still does tomorrow, open the order to see why.',
  done: 'The payment has been refunded.',
}
