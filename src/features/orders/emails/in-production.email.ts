import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { formatDay } from '#ui/time/calendar-day.ts'
import { address, goodsOf } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** The e-mail when production starts: what can still be changed, and what cannot. */
export function orderInProduction(order: OrderEmailData): EmailContent {
  const day = formatDay(order.dispatchBy, order.orderedOn)
  return {
    subject: `Your order ${order.orderNumber} is being made`,
    preview: order.isLate ? 'We’ve started making it.' : `We’ve started making it. We’ll dispatch it by ${day}.`,
    heading: 'We’ve started',
    blocks: [
      {
        say: [
          `${address(order, 'your order ')}`,
          { strong: order.orderNumber },
          ' is on the cutting table.',
          ...(order.isLate
            ? []
            : [
                ' We’ll dispatch your parcel by ',
                { strong: day },
                order.arriveBy ? ` and it should be with you by ${formatDay(order.arriveBy, order.orderedOn)}` : '',
                '. We’ll e-mail you when it leaves.',
              ]),
        ],
      },
      { goods: goodsOf(order) },
      { title: 'From now on' },
      {
        say:
          'We’re cutting your cloth, so we can’t change or cancel the order now. You still have the legal right to change ' +
          `your mind: tell us within ${shop.policies.cancelDays} days of your parcel arriving, and send it back.`,
      },
      { say: 'Moving house before it leaves? Reply to this e-mail and we’ll change the label.' },
    ],
  }
}
