import { formatDay } from '#base/calendar-day.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
import { address, goodsOf, stepsOf } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** The e-mail when production starts: what can still be changed, and what cannot. */
export function orderInProduction(order: OrderEmailData): EmailContent {
  const day = formatDay(order.dispatchBy, order.orderedOn)
  const isSamples = hasOnlySamples(order.lines)
  const started = isSamples ? 'We’ve started cutting your samples.' : 'We’ve started making it.'
  const { isCollected } = order
  const leaves = isCollected
    ? 'It’ll be ready for you by '
    : isSamples
      ? 'We’ll post them by '
      : 'We’ll dispatch your parcel by '
  return {
    subject: `Your order ${order.orderNumber} is being ${isSamples ? 'cut' : 'made'}`,
    preview: order.isLate
      ? started
      : `${started} ${isCollected ? 'It’ll be ready' : `We’ll ${isSamples ? 'post them' : 'dispatch it'}`} by ${day}.`,
    heading: 'We’ve started',
    blocks: [
      {
        say: [
          address(order, isSamples ? 'the fabric samples of your order ' : 'your order '),
          { strong: order.orderNumber },
          isSamples ? ' are on the cutting table.' : ' is on the cutting table.',
          ...(order.isLate
            ? []
            : [
                ` ${leaves}`,
                { strong: day },
                order.arriveBy
                  ? ` and ${isSamples ? 'they' : 'it'} should be with you by ${formatDay(order.arriveBy, order.orderedOn)}`
                  : '',
                isCollected ? '.' : `. We’ll e-mail you when ${isSamples ? 'they leave' : 'it leaves'}.`,
              ]),
        ],
      },
      ...stepsOf(order),
      { goods: goodsOf(order) },
      { title: 'From now on' },
      {
        say:
          `We’re cutting your ${isSamples ? 'samples' : 'cloth'}, so we can’t change or cancel the order now. You still have ` +
          `the legal right to change your mind: tell us within ${policiesAt(order.placedAt).cancelDays} days of ` +
          `${isCollected ? 'having it, and bring or send it' : isSamples ? 'your letter arriving, and send the samples' : 'your parcel arriving, and send it'} back.`,
      },
      ...(isCollected
        ? []
        : [
            {
              say: `Moving house before ${isSamples ? 'they leave' : 'it leaves'}? Reply to this e-mail and we’ll change the label.`,
            },
          ]),
    ],
  }
}
