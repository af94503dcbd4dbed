import { formatDay } from '#base/calendar-day.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { trackingUrl } from '../account/order-labels.ts'
import { address, goodsOf, known, range, stepsOf } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

type Options = {
  /** The wrong tracking number that the customer was sent before; null: none. */
  correctedFrom: string | null
}

/**
 * The e-mail after dispatch: tracking, contents, and what to do if the parcel does not arrive. With another number than
 * the customer was sent it says so, and names the one that is wrong.
 */
export function orderDispatched(
  order: OrderEmailData,
  { correctedFrom }: Options = { correctedFrom: null },
): EmailContent {
  const { carrier, trackingNumber, shippedOn, arriveBy } = order
  const isLetter = hasOnlySamples(order.lines)
  return {
    subject: correctedFrom
      ? `Corrected tracking number for your order ${order.orderNumber}`
      : `Your order ${order.orderNumber} is on its way`,
    preview: trackingNumber
      ? `${carrier ? `${carrier}, tracking` : 'Tracking'} number ${trackingNumber}.`
      : 'It has left our workroom.',
    heading: correctedFrom ? 'Your corrected tracking number' : 'It’s on its way',
    blocks: [
      ...(correctedFrom && trackingNumber
        ? [
            {
              say: [
                'We sent you a wrong tracking number, ',
                { strong: correctedFrom },
                '. The corrected one is ',
                { strong: trackingNumber },
                '. We’re sorry for the mix-up; it’s still the same parcel.',
              ],
            },
          ]
        : []),
      {
        say: [
          address(order, 'your order '),
          { strong: order.orderNumber },
          shippedOn ? ` left our workroom on ${formatDay(shippedOn)}.` : ' has left our workroom.',
          ...(order.delivery.transit
            ? [` ${order.delivery.label} takes ${range(order.delivery.transit)} after that.`]
            : []),
          ...(shippedOn && arriveBy
            ? [' It should be with you by ', { strong: formatDay(arriveBy, shippedOn) }, '.']
            : []),
        ],
      },
      ...stepsOf(order),
      ...trackingBlocks(order),
      { title: 'Going to' },
      { lines: order.address },
      ...(order.delivery.duties ? [{ say: `Customs: ${order.delivery.duties}` }] : []),
      { title: isLetter ? 'In the letter' : 'In the parcel' },
      { goods: goodsOf(order) },
      { title: 'If it doesn’t arrive' },
      {
        say:
          'Please check any safe place and ask next door first. If you still can’t find it, reply to this e-mail. Until the ' +
          'parcel is in your hands it’s up to us to find it, make it again or refund you.',
      },
      { title: 'When it arrives' },
      {
        say: [
          `${isLetter ? 'Look at each in daylight and against your skin.' : 'Take your time trying it on.'} You have ${shop.policies.cancelDays} days from the day it arrives to change your ` +
            'mind. To find out how, or what to do if something isn’t right, see our ',
          { href: `${order.siteUrl}/returns-refunds`, label: 'returns and refunds policy' },
          '.',
        ],
      },
    ],
  }
}

function trackingBlocks({ carrier, trackingNumber, delivery, lines }: OrderEmailData): Block[] {
  if (!trackingNumber) {
    return [
      { facts: [['Carrier', carrier ?? delivery.label]] },
      {
        aside: hasOnlySamples(lines)
          ? 'It travels as a letter, which has no tracking.'
          : 'There’s no tracking number yet. We’ll send it as soon as we have one.',
      },
    ]
  }
  const url = trackingUrl(carrier, trackingNumber)
  return [
    {
      facts: known([
        ['Carrier', carrier],
        ['Tracking number', trackingNumber],
      ]),
    },
    ...(url ? [{ link: url, label: 'Follow your parcel' }] : []),
    { aside: 'A new number can take a few hours to show up.' },
  ]
}
