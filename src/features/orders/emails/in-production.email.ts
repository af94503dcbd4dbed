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
    preview: order.isLate ? 'We are at work on it.' : `We are at work on it. It leaves us by ${day}.`,
    heading: 'We have begun',
    blocks: [
      {
        say: [
          `${address(order, 'your order ')}`,
          { strong: order.orderNumber },
          ' is on the cutting table.',
          ...(order.isLate
            ? []
            : [
                ' Your parcel leaves us by ',
                { strong: day },
                order.arriveBy ? ` and should be with you by ${formatDay(order.arriveBy, order.orderedOn)}` : '',
                '. We’ll write again when it does.',
              ]),
        ],
      },
      { goods: goodsOf(order) },
      { title: 'From here on' },
      {
        say:
          'Your cloth is being cut, so nothing about it can be changed now and the work cannot be stopped. You still ' +
          `have the legal right to change your mind: until ${shop.policies.cancelDays} days after your parcel arrives you can ` +
          'tell us, and send it back.',
      },
      { say: 'If you move house before it leaves, reply to this e-mail and we’ll change the label.' },
    ],
  }
}
