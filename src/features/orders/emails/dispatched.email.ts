import { formatDay } from '#base/calendar-day.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { addedLabel, addedLines, address, goodsOf, known, range, stepsOf } from './email-blocks.ts'
import type { EmailParcel, OrderEmailData } from './order-email-data.ts'

type Options = {
  /** The wrong tracking number that the customer was sent before; null: none. */
  correctedFrom: string | null
  /** Of an order that leaves in several parcels, the one that has left; null: the order is one parcel. */
  parcel?: EmailParcel | null
  /** A number that the customer was sent when all was to leave at once; null: none. */
  ignore?: string | null
}

/**
 * The e-mail after dispatch: tracking, contents, and what to do if the parcel does not arrive. With another number than
 * the customer was sent it says so, and names the one that is wrong.
 */
export function orderDispatched(
  order: OrderEmailData,
  { correctedFrom, parcel = null, ignore = null }: Options = { correctedFrom: null },
): EmailContent {
  const { carrier, trackingNumber, shippedOn, arriveBy, lines } = parcel ?? order
  const isLetter = hasOnlySamples(lines)
  const added = parcel === null || parcel.id === order.parcels.at(-1)?.id ? addedLabel(order) : null
  const isRest = order.remaining.length === 0
  const part = parcel === null ? 'your order ' : isRest ? 'the rest of your order ' : 'a part of your order '
  return {
    subject: correctedFrom
      ? `Corrected tracking number for your order ${order.orderNumber}`
      : `${part.charAt(0).toUpperCase()}${part.slice(1)}${order.orderNumber} is on its way`,
    preview: trackingNumber
      ? `${carrier ? `${carrier}, tracking` : 'Tracking'} number ${trackingNumber}.`
      : 'It has left our workroom.',
    heading: correctedFrom
      ? 'Your corrected tracking number'
      : part === 'your order '
        ? 'It’s on its way'
        : isRest
          ? 'The rest is on its way'
          : 'A part is on its way',
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
      ...(ignore
        ? [
            {
              say: [
                'Please ignore the tracking number ',
                { strong: ignore },
                ' that we sent you: your order leaves in more than one parcel after all.',
              ],
            },
          ]
        : []),
      {
        say: [
          address(order, part),
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
      ...trackingBlocks(order, parcel ?? order),
      { title: 'Going to' },
      { lines: order.address },
      ...(order.delivery.duties ? [{ say: `Customs: ${order.delivery.duties}` }] : []),
      { title: isLetter ? 'In the letter' : 'In the parcel' },
      { goods: goodsOf({ lines: added ? [...lines, ...addedLines(order)] : lines }) },
      ...(added ? [{ aside: `With what you added: ${added}.` }] : []),
      ...(parcel ? restBlocks(order) : []),
      { title: 'If it doesn’t arrive' },
      {
        say:
          'Please check any safe place and ask next door first. If you still can’t find it, reply to this e-mail. Until the ' +
          'parcel is in your hands it’s up to us to find it, make it again or refund you.',
      },
      { title: 'When it arrives' },
      {
        say: [
          `${isLetter ? 'Look at each in daylight and against your skin.' : 'Take your time trying it on.'} You have ${policiesAt(order.placedAt).cancelDays} days from the day ${parcel ? 'the last parcel of your order' : 'it'} arrives to change your ` +
            'mind. To find out how, or what to do if something isn’t right, see our ',
          { href: `${order.siteUrl}/returns-refunds`, label: 'returns and refunds policy' },
          '.',
        ],
      },
    ],
  }
}

/** What has not left yet, and when it will. */
function restBlocks(order: OrderEmailData): Block[] {
  const { remaining, isLate, dispatchBy, orderedOn } = order
  if (remaining.length === 0) return []
  const leaves = isLate
    ? 'We’re sorry that it’s late. We’ll e-mail you when it leaves.'
    : `We’ll dispatch it by ${formatDay(dispatchBy, orderedOn)}, and e-mail you when it leaves.`
  return [{ title: 'Still to come' }, { goods: goodsOf({ lines: remaining }) }, { say: leaves }]
}

type Tracked = Pick<EmailParcel, 'carrier' | 'trackingNumber' | 'trackingUrl' | 'lines'>

function trackingBlocks(
  { delivery }: OrderEmailData,
  { carrier, trackingNumber, trackingUrl: url, lines }: Tracked,
): Block[] {
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
