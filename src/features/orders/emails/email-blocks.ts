import { formatPence } from '#base/money.ts'
import { shopDate } from '#base/shop-clock.ts'
import { sizeLabel } from '#features/catalogue/samples.ts'
import { heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import type { Block, EmailContent, Good } from '#mail/email-blocks.ts'
import { oneLine } from '#platform/text/kept-text.ts'
import { type HandPayment, handPayments } from '../hand-payment.ts'
import { isBeforeDispatch } from '../order-state.ts'
import { orderSteps } from '../order-steps.ts'
import { firstName } from './first-name.ts'
import type { OrderEmailData, OrderEmailLine } from './order-email-data.ts'

/** '2–3': a range with an en dash. */
export function range(numbers: string): string {
  return numbers.replace('-', '–')
}

/** 'Mary, your order' or 'Your order': the greeting of an e-mail. */
export function address({ customerName }: OrderEmailData, sentence: string): string {
  const name = firstName(customerName)
  return name ? `${name}, ${sentence}` : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
}

type GoodsOptions = { amounts?: boolean; more?: (line: OrderEmailLine) => string | null }

/** The lines that are made and sent: without cancelled pieces. */
export function keptLines({ lines }: Pick<OrderEmailData, 'lines'>): OrderEmailLine[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - line.cancelled, cancelled: 0 }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * The garments as a list, without cancelled pieces. `amounts` adds prices and lists what was sold, cancelled pieces
 * included; `more` a further detail of each line.
 */
export function goodsOf(order: Pick<OrderEmailData, 'lines'>, { amounts = false, more }: GoodsOptions = {}): Good[] {
  return (amounts ? order.lines : keptLines(order)).map((line) => {
    const { name, quantity, cancelled, unitPence, totalPence, imageUrl } = line
    const off = cancelled > 0 ? (cancelled === quantity ? 'Cancelled' : `${cancelled} of ${quantity} cancelled`) : null
    const each = amounts && quantity > 1 ? `${quantity} × ${formatPence(unitPence)}` : null
    return {
      name,
      details: [sizeOf(line, amounts), each, off, more?.(line)].filter((detail) => typeof detail === 'string'),
      pictureUrl: imageUrl,
      ...(amounts && { amount: formatPence(totalPence) }),
    }
  })
}

function sizeOf({ size, heightCm, heelCm, quantity, isPreorder, piece }: OrderEmailLine, amounts: boolean): string {
  const pieces = quantity > 1 && !amounts ? [`${quantity} pieces`] : []
  const height = heightCm ? [heightLabel(heightCm, heelCm)] : []
  return [sizeLabel(size), ...height, ...pieces, ...(isPreorder ? ['pre-order'] : []), ...(piece ? [piece] : [])].join(
    ' · ',
  )
}

/** How far the order has come, as a block; none for a cancelled order. One that is late names no day to come. */
export function stepsOf({ isLate, orderedOn, shippedOn, deliveredAt, ...order }: OrderEmailData): Block[] {
  const namesDays = !(isLate && isBeforeDispatch(order.status))
  const steps = orderSteps({
    ...order,
    receivedOn: orderedOn,
    sentOn: shippedOn,
    deliveredOn: deliveredAt && shopDate(deliveredAt),
    dispatchBy: namesDays ? order.dispatchBy : null,
    arriveBy: namesDays ? order.arriveBy : null,
  })
  return steps.length > 0 ? [{ steps }] : []
}

/** The orders in the same parcel: 'order TKW-2', 'orders TKW-2 and TKW-3'; null where it is alone. */
export function addedLabel({ added }: Pick<OrderEmailData, 'added'>): string | null {
  return ordersLabel(inParcel(added))
}

/** The same of the orders that were added to a cancelled one, and are sent alone. */
export function aloneLabel({ added }: Pick<OrderEmailData, 'added'>): string | null {
  return ordersLabel(added.filter(({ isInParcel }) => !isInParcel))
}

/** What was added to an order and is in its parcel. */
export function addedLines({ added }: Pick<OrderEmailData, 'added'>): OrderEmailLine[] {
  return inParcel(added).flatMap(({ lines }) => lines)
}

function inParcel(added: OrderEmailData['added']): OrderEmailData['added'] {
  return added.filter(({ isInParcel }) => isInParcel)
}

function ordersLabel(orders: OrderEmailData['added']): string | null {
  if (orders.length === 0) return null
  const numbers = new Intl.ListFormat('en-GB').format(orders.map(({ orderNumber }) => orderNumber))
  return `${orders.length === 1 ? 'order' : 'orders'} ${numbers}`
}

/** The facts that have a value. */
export function known(facts: readonly [string, string | null | false][]): [string, string][] {
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

/** What was sold, the discount and the delivery, and below them the total under `label`. */
export function sumsOf(order: OrderEmailData, label: string): [string, string][] {
  const { goodsPence, discount, exchange, delivery, totalPence } = order
  return known([
    ['Subtotal', formatPence(goodsPence)],
    [`Discount ${discount?.code}, ${discount?.percent}%`, discount && `−${formatPence(discount.pence)}`],
    [`Your return from order ${exchange?.orderNumber}`, exchange && `−${formatPence(exchange.pence)}`],
    [delivery.label, delivery.pence === 0 ? 'Free' : formatPence(delivery.pence)],
    [label, formatPence(totalPence)],
  ])
}

export const refundDestination = 'to the card or account you paid with'

/** Where the refund of an order goes: money that was taken by hand has no card. */
export function refundWay({ paidBy }: { paidBy: HandPayment | null }): string {
  return paidBy ? handPayments[paidBy].back : refundDestination
}

/** What to do about a fault: the shop's own limits, followed by the customer's statutory rights. */
export function faultParagraphs({ placedAt }: Pick<OrderEmailData, 'placedAt'>): string[] {
  const { claimDays, damageReportHours } = policiesAt(placedAt)
  return [
    `If it was damaged on the way, tell us within ${damageReportHours} hours; for any other fault, within ` +
      `${claimDays} days. Please send photographs: they help us put it right quickly. It costs you nothing, not even ` +
      'postage.',
    `Those limits are there to help us act fast and don’t affect your rights. Under the Consumer Rights Act 2015 you ` +
      'can reject faulty goods within 30 days and get all your money back. After that we must repair or replace them, ' +
      'and in England and Wales you can claim for up to six years.',
  ]
}

/**
 * Adds the link to the page of the order: after the opening sentences, or at the end of an e-mail whose own button
 * comes first.
 */
export function withOrderLink(content: EmailContent, orderUrl: string): EmailContent {
  const { blocks } = content
  const at = blocks.some(isButton) ? blocks.length : blocks.findIndex((block) => !('say' in block))
  const place = at < 0 ? blocks.length : at
  const link = { link: orderUrl, label: 'See your order and receipt', quiet: true } as const
  return { ...content, blocks: [...blocks.slice(0, place), link, ...blocks.slice(place)] }
}

function isButton(block: Block): boolean {
  return 'choices' in block || ('link' in block && !block.quiet)
}

/**
 * A customer's text as lines of an e-mail. Each begins with a mark, so that none can pass for one of the shop's own.
 */
export function quoted(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const text = oneLine(line)
    return text ? [`› ${text}`] : []
  })
}
