import { formatDay, formatDayAndYear, formatFullDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import { shopDate } from '#base/shop-clock.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { guaranteeSentence, guaranteeSource } from '#features/settings/guarantee.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import type { Block, EmailContent, RichText } from '#mail/email-blocks.ts'
import { traderLines } from '#mail/layout.tsx'
import { shop } from '#shop'
import { verse } from '#shop-verses'
import { handPayments } from '../hand-payment.ts'
import { isBeforeDispatch } from '../order-state.ts'
import { faultParagraphs, goodsOf, keptLines, known, range, refundWay, stepsOf, sumsOf } from './email-blocks.ts'
import { firstName } from './first-name.ts'
import type { OrderEmailData, OrderEmailLine } from './order-email-data.ts'

/**
 * The order confirmation. It is the durable medium of the Consumer Contracts Regulations 2013 (regulation 16 and
 * schedule 2), so their information is in the text, not behind a link.
 */
export function orderConfirmation(order: OrderEmailData): EmailContent {
  const name = firstName(order.customerName)
  const isAhead = isBeforeDispatch(order.status)
  return {
    subject: `Your ${order.exchange ? 'exchange: ' : ''}order ${order.orderNumber} at ${shop.name}`,
    preview:
      isAhead && !order.isLate
        ? `Order ${order.orderNumber}: ${order.isCollected ? 'it’ll be ready' : 'we’ll dispatch it'} by ${formatDay(order.dispatchBy, order.orderedOn)}.`
        : `Confirmation of your order ${order.orderNumber}, for your records.`,
    heading: name ? `Thank you, ${name}` : 'Thank you',
    hasHelp: true,
    blocks: [
      { say: opening(order, isAhead) },
      ...exchangeBlocks(order),
      ...stepsOf(order),
      { goods: goodsOf(order, { amounts: true, more: characteristics }) },
      { sums: sumsOf(order, paidLabel(order)) },
      { facts: factsOf(order) },
      ...(order.isCollected ? [] : [{ title: 'Going to' }, { lines: order.address }]),
      ...(isAhead ? whatIsNext(order) : []),
      { title: 'Changing your mind' },
      ...cancellationBlocks(order),
      { title: 'If something isn’t right' },
      {
        small:
          'We are under a legal duty to supply goods that are as described, fit for purpose and of satisfactory ' +
          `quality.${order.isCollected ? '' : ' The parcel travels at our risk until it is in your hands.'}`,
      },
      ...faultParagraphs(order).map((small) => ({ small })),
      ...guaranteeBlocks(order),
      { title: 'Questions and complaints' },
      {
        small: [
          'Reply to this e-mail, write to ',
          { href: `mailto:${shop.email}`, label: shop.email },
          ' or by post to the address below, or use our ',
          { href: `${order.siteUrl}/contact`, label: 'contact page' },
          `. A person will answer within ${range(shop.policies.responseDays)} working days, complaints included.`,
        ],
      },
      { title: 'Please keep this e-mail' },
      {
        small: [
          `It’s your copy of our contract. Our `,
          { href: `${order.siteUrl}/terms-conditions`, label: 'terms and conditions' },
          ' and ',
          { href: `${order.siteUrl}/returns-refunds`, label: 'returns and refunds policy' },
          `, as published on ${formatDayAndYear(order.orderedOn)}, apply to it, under the law of ` +
            `${shop.policies.governingLaw}. Ask and we’ll send you that version.`,
        ],
      },
      { verse: (shop.verse ?? verse).text, reference: (shop.verse ?? verse).reference },
    ],
  }
}

/** Of an exchange: what it takes the place of, and the difference. */
function exchangeBlocks({ exchange, totalPence }: OrderEmailData): Block[] {
  if (!exchange) return []
  const { orderNumber, backPence } = exchange
  const what: RichText = ['It’s in exchange for what you returned from order ', { strong: orderNumber }]
  if (backPence > 0) {
    const back = formatPence(backPence)
    return [{ say: [...what, `, which cost ${back} more. We’re refunding the ${back} ${refundWay(exchange)}.`] }]
  }
  return [{ say: [...what, totalPence > 0 ? `, with ${formatPence(totalPence)} more paid.` : ', at no extra cost.'] }]
}

function paidLabel({ totalPence, paidBy }: OrderEmailData): string {
  if (totalPence === 0) return 'Nothing to pay'
  return paidBy ? handPayments[paidBy].paid : 'Paid in full'
}

/** The European Union's notice on the legal guarantee, which the confirmation of an order there has too. */
function guaranteeBlocks({ guarantee, siteUrl }: OrderEmailData): Block[] {
  if (!guarantee) return []
  const { notice } = guarantee
  const link = notice ? siteUrl + notice.url : guaranteeSource
  return [
    { title: 'Your legal guarantee in the European Union' },
    { small: [guaranteeSentence, ' ', { href: link, label: 'The official notice' }] },
  ]
}

function opening(order: OrderEmailData, isAhead: boolean): RichText {
  const number = { strong: order.orderNumber }
  const paid = order.totalPence === 0 ? 'is confirmed, with nothing to pay' : 'is paid'
  if (!isAhead) return ['This confirms your order ', number, ` of ${formatDayAndYear(order.orderedOn)}, which ${paid}.`]
  if (order.isLate) return ['Your order ', number, ` ${paid}. We’ll make it for you now.`]
  return [
    'Your order ',
    number,
    ` ${paid}${order.totalPence === 0 ? ',' : ''} and on our cutting list. ${leavesIn(order)} by `,
    { strong: formatDay(order.dispatchBy, order.orderedOn) },
    ...(order.arriveBy
      ? [' and it should be with you by ', { strong: formatDay(order.arriveBy, order.orderedOn) }, '.']
      : ['.']),
  ]
}

function leavesIn({ isCollected, lines }: OrderEmailData): string {
  if (isCollected) return 'It’ll be ready for you'
  return `We’ll ${hasOnlySamples(lines) ? 'post' : 'dispatch'} it`
}

function factsOf({
  isCollected,
  orderNumber,
  orderedOn,
  dispatchBy,
  promisedBy,
  shippedOn,
  deliveredAt,
  arriveBy,
  delivery,
  giftNote,
}: OrderEmailData): [string, string][] {
  const transit = delivery.transit ? `, ${range(delivery.transit)} after dispatch` : ''
  return known([
    ['Order number', orderNumber],
    ['Ordered on', formatDayAndYear(orderedOn)],
    shippedOn
      ? ['Dispatched on', formatFullDay(shippedOn)]
      : [isCollected ? 'Ready by' : 'Dispatched by', (!isCollected || !deliveredAt) && formatFullDay(dispatchBy)],
    ['First promised by', promisedBy.getTime() !== dispatchBy.getTime() && formatFullDay(promisedBy)],
    ['Delivery', `${delivery.label}${transit}`],
    deliveredAt
      ? [isCollected ? 'Collected on' : 'Delivered on', formatFullDay(shopDate(deliveredAt))]
      : ['With you by', arriveBy && formatFullDay(arriveBy)],
    ['Gift note', giftNote && `“${giftNote}”`],
  ])
}

function whatIsNext(order: OrderEmailData): Block[] {
  if (hasOnlySamples(order.lines)) return samplesNext(order)
  const isPreorder = order.lines.some((line) => line.isPreorder)
  return [
    { title: 'What happens next' },
    {
      say: isPreorder
        ? 'We start cutting when the pre-order closes, and sew your order just for you.'
        : 'We’ll cut and sew your order just for you.',
    },
    {
      say:
        (order.isCollected
          ? 'We’ll e-mail you when we start, and you collect it as we agreed. '
          : 'Everything comes in one parcel. We’ll e-mail you when we start, and again with the tracking number when it leaves. ') +
        'If we can’t keep to the date, we’ll tell you straight away and you can wait or have your money back.',
    },
    ...(order.delivery.duties ? [{ small: `Customs: ${order.delivery.duties}` }] : []),
  ]
}

/** What happens with an order of fabric samples alone. */
function samplesNext({ delivery }: OrderEmailData): Block[] {
  return [
    { title: 'What happens next' },
    {
      say:
        'We cut your samples from the cloth we sew with and post them in a letter, which has no tracking. We’ll e-mail you ' +
        'when it leaves. If we can’t keep to the date, we’ll tell you straight away and you can wait or have your money back.',
    },
    ...(delivery.duties ? [{ small: `Customs: ${delivery.duties}` }] : []),
  ]
}

/** The garment's main characteristics, as the regulations require, and the customer's measurements. */
function characteristics({ fabric, colour, length, measurements }: OrderEmailLine): string | null {
  const details = [fabric, colour, length, measurements && `Your measurements: ${measurements}`]
    .filter((each) => each !== null)
    .map((each) => each.replace(/\.$/, ''))
  return details.length > 0 ? `${details.join('. ')}.` : null
}

/**
 * The shop's own rule, followed by the statutory right to cancel (regulations 27 to 38 of the Consumer Contracts
 * Regulations 2013). It covers everything the shop sells: standard sizes, nothing made to measure. The form is that of
 * schedule 3, part B. Without this notice the right lasts a year longer.
 */
function cancellationBlocks(order: OrderEmailData): Block[] {
  const { cancelDays } = policiesAt(order.placedAt)
  const { isCollected } = order
  const isSamples = hasOnlySamples(order.lines)
  const parcel = isSamples ? 'letter' : 'parcel'
  return [
    {
      small:
        'Until we start cutting, you can cancel the order on its page or by replying to this e-mail, and we’ll refund ' +
        'everything, including delivery. After that we can’t stop the work, but you still have the right to send ' +
        `${isSamples ? 'the samples' : 'it'} back, as below.`,
    },
    {
      small:
        'By law you can cancel without giving a reason, from now until ' +
        `${cancelDays} days after the day ${isCollected ? 'you have it' : `your ${parcel} reaches you (the last ${parcel}, if there are several)`}. Tell us before ` +
        `then on the order’s page, by e-mail to ${shop.email} or by post. A clear sentence is enough, such as: “I hereby ` +
        `give notice that I cancel my contract of sale of ${garments(order)}, order ${order.orderNumber}, ordered on ` +
        `${formatDayAndYear(order.orderedOn)}”, with your name and address.`,
    },
    {
      small:
        `Then send ${isSamples ? 'the samples' : 'it'} back within ${cancelDays} days of telling us, ` +
        `${isSamples ? '' : 'unworn, '}to the address at the foot of this e-mail. You pay the return postage. We’ll refund ` +
        `${isSamples ? 'what you paid for them' : 'the garments and the price of our cheapest delivery'}, ` +
        `${refundWay(order)}, within 14 days of getting them back or of your proof of posting, whichever is first. If they ` +
        `have been handled more than is needed to ${isSamples ? 'see and feel the cloth' : 'try them on'}, we may deduct for the loss in value.`,
    },
    {
      small:
        `The law’s own form, which you don’t have to use: “To ${traderLines()[0]}, ${shop.trader.address.join(', ')}, ` +
        `${shop.email}: I hereby give notice that I cancel my contract of sale of the following goods: … Ordered on … / ` +
        'received on … Name … Address … Signature (only on paper) … Date …”',
    },
  ]
}

function garments(order: OrderEmailData): string {
  return keptLines(order)
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(', ')
}
