import { isBeforeDispatch } from '#features/orders/order-state.ts'
import { shop } from '#shop'
import type { Block, EmailContent, RichText } from '#ui/email/email-blocks.ts'
import { formatPence } from '#ui/money.ts'
import { formatDay, formatDayAndYear, formatFullDay } from '#ui/time/calendar-day.ts'
import { cancellationBlocks } from './cancellation-blocks.ts'
import { faultParagraphs, firstName, goodsOf, range } from './email-blocks.ts'
import type { OrderEmailData, OrderEmailLine } from './order-email-data.ts'

/**
 * The order confirmation. It is the durable medium of the Consumer Contracts Regulations 2013 (regulation 16 and
 * schedule 2), so their information is in the text, not behind a link.
 */
export function orderConfirmation(order: OrderEmailData): EmailContent {
  const name = firstName(order.customerName)
  const isAhead = isBeforeDispatch(order.status)
  return {
    subject: `Your order ${order.orderNumber} at ${shop.name}`,
    preview:
      isAhead && !order.isLate
        ? `We have your order ${order.orderNumber}. It leaves us by ${formatDay(order.dispatchBy, order.orderedOn)}.`
        : `The confirmation of your order ${order.orderNumber}, to keep.`,
    heading: name ? `Thank you, ${name}` : 'Thank you',
    hasHelp: true,
    blocks: [
      { say: opening(order, isAhead) },
      { goods: goodsOf(order, { amounts: true, more: characteristics }) },
      { sums: sumsOf(order) },
      { facts: factsOf(order) },
      { title: 'Going to' },
      { lines: order.address },
      ...(isAhead ? whatIsNext(order) : []),
      { title: 'Changing your mind' },
      ...cancellationBlocks(order),
      { title: 'If something is not right' },
      {
        small:
          'We are under a legal duty to supply goods that are as described, fit for purpose and of satisfactory ' +
          'quality. The parcel travels at our risk until it is in your hands.',
      },
      ...faultParagraphs().map((small) => ({ small })),
      { title: 'Questions and complaints' },
      {
        small: [
          'Reply to this e-mail, write to ',
          { href: `mailto:${shop.email}`, label: shop.email },
          ' or by post to the address below, or use our ',
          { href: `${order.siteUrl}/contact`, label: 'contact page' },
          `. A person reads it and answers within ${range(shop.policies.responseDays)} business days, and that goes for complaints too.`,
        ],
      },
      { title: 'To keep' },
      {
        small: [
          `This e-mail is your copy of our contract. Our `,
          { href: `${order.siteUrl}/terms-conditions`, label: 'terms and conditions' },
          ' and ',
          { href: `${order.siteUrl}/returns-refunds`, label: 'returns and refunds policy' },
          `, as they stood on ${formatDayAndYear(order.orderedOn)}, apply to it, under the law of ` +
            `${shop.policies.governingLaw}; we’ll send you that version if you ask.`,
        ],
      },
      { verse: shop.verses.thanks.text, reference: shop.verses.thanks.reference },
    ],
  }
}

function opening(order: OrderEmailData, isAhead: boolean): RichText {
  const number = { strong: order.orderNumber }
  const paid = order.totalPence === 0 ? 'is placed, with nothing to pay' : 'is paid'
  if (!isAhead) return ['This confirms your order ', number, ` of ${formatDayAndYear(order.orderedOn)}, which ${paid}.`]
  if (order.isLate) return ['Your order ', number, ` ${paid}, and it is ours to make.`]
  return [
    'Your order ',
    number,
    ` ${paid}, and on our cutting list. Your parcel leaves us by `,
    { strong: formatDay(order.dispatchBy, order.orderedOn) },
    ...(order.arriveBy
      ? [' and should be with you by ', { strong: formatDay(order.arriveBy, order.orderedOn) }, '.']
      : ['.']),
  ]
}

function sumsOf({ goodsPence, discount, delivery, totalPence }: OrderEmailData): [string, string][] {
  return [
    ['Subtotal', formatPence(goodsPence)],
    ...(discount
      ? [[`Discount ${discount.code}, ${discount.percent}%`, `−${formatPence(discount.pence)}`] as [string, string]]
      : []),
    [delivery.label, delivery.pence === 0 ? 'Free' : formatPence(delivery.pence)],
    [totalPence === 0 ? 'Nothing to pay' : 'Paid in full', formatPence(totalPence)],
  ]
}

function factsOf({
  orderNumber,
  orderedOn,
  dispatchBy,
  promisedBy,
  arriveBy,
  delivery,
  giftNote,
}: OrderEmailData): [string, string][] {
  const transit = delivery.transit ? `, ${range(delivery.transit)} after that` : ''
  return [
    ['Order number', orderNumber],
    ['Ordered on', formatDayAndYear(orderedOn)],
    ['Leaves us by', formatFullDay(dispatchBy)],
    ...(promisedBy.getTime() === dispatchBy.getTime()
      ? []
      : [['First promised for', formatFullDay(promisedBy)] as [string, string]]),
    ['Delivery', `${delivery.label}${transit}`],
    ...(arriveBy ? [['With you by', formatFullDay(arriveBy)] as [string, string]] : []),
    ...(giftNote ? [['Gift note', `“${giftNote}”`] as [string, string]] : []),
  ]
}

function whatIsNext(order: OrderEmailData): Block[] {
  const isPreorder = order.lines.some((line) => line.isPreorder)
  return [
    { title: 'What happens next' },
    {
      say: isPreorder
        ? 'We cut and sew pre-orders when they close, each garment for the woman who ordered it.'
        : 'We cut and sew each garment for the woman who ordered it.',
    },
    {
      say:
        'Everything travels in one parcel. We’ll write when we begin, and again when it leaves, with the tracking number. ' +
        'If we cannot keep to that day, we’ll tell you at once and you choose: wait, or have your money back.',
    },
    ...(order.delivery.duties ? [{ small: `Customs: ${order.delivery.duties}` }] : []),
  ]
}

/** The garment's main characteristics, as the regulations require, and the customer's measurements. */
function characteristics({ fabric, colour, length, measurements }: OrderEmailLine): string | null {
  const said = [fabric, colour, length, measurements && `Your measurements: ${measurements}`]
    .filter((each) => each !== null)
    .map((each) => each.replace(/\.$/, ''))
  return said.length > 0 ? `${said.join('. ')}.` : null
}
