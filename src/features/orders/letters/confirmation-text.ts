import { formatDay } from '#features/catalogue/dispatch-by.ts'
import { formatPence } from '#features/catalogue/money.ts'
import { traderLines } from '#infrastructure/mail/trader.ts'
import { shop } from '#shop'
import type { OrderConfirmation } from './confirmation.ts'

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** 'Mary' of 'Mary Ann Smith'; null where there is no name to call her by. */
export function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null
}

export function whatIsNext({ lines, delivery, dispatchBy }: OrderConfirmation): string[] {
  const isPreorder = lines.some((line) => line.isPreorder)
  return [
    isPreorder
      ? 'We cut and sew pre-orders when they close, each garment for the woman who ordered it.'
      : `We cut and sew each garment for the woman who ordered it, usually within ${shop.making.productionText}.`,
    `Everything goes in one parcel, by ${delivery.label}, no later than ${formatDay(dispatchBy)}. ` +
      'When it leaves we write to you again, with the tracking number.',
  ]
}

/** The shop's own rule first, and beside it what the law gives a buyer anyway. */
export function changingYourMind({ orderNumber, orderedOn, lines }: OrderConfirmation): string[] {
  const { cancelDays, claimDays } = shop.policies
  const garments = lines.map((line) => line.name).join(', ')
  return [
    'Until we begin to cut, answer this letter and we cancel the order and give everything back. ' +
      'Once production has begun we cannot stop it.',
    `By law you may also cancel within ${cancelDays} days of receiving your parcel, without giving a reason, unless a ` +
      'garment was made to your own measurements or personalised for you. Send it back unworn, and we refund it with ' +
      'the price of standard delivery within 14 days of its return. A plain sentence is enough, for instance: ' +
      `“I give notice that I cancel my contract for ${garments}, order ${orderNumber}, ordered on ` +
      `${date.format(orderedOn)}”, with your name and address.`,
    `If something arrives damaged, tell us within ${shop.policies.damageReportHours} hours, and any other fault within ` +
      `${claimDays} days, with photographs, so that we can put it right quickly. Your rights under the Consumer Rights ` +
      'Act 2015 last longer and stay as they are.',
  ]
}

/** The same letter for programs that show no HTML, 72 columns where the words allow. */
export function confirmationText(order: OrderConfirmation): string {
  const name = firstName(order.customerName)
  const { discount, delivery } = order
  return [
    shop.name,
    '',
    name ? `Thank you, ${name}.` : 'Thank you.',
    '',
    wrap(
      `Your order ${order.orderNumber} is paid and on our cutting list. Your parcel leaves us by ` +
        `${formatDay(order.dispatchBy)}.`,
    ),
    '',
    ...order.lines.map((line) =>
      money(
        `${line.name}, size ${line.size}${line.quantity > 1 ? ` × ${line.quantity}` : ''}${line.isPreorder ? ' (pre-order)' : ''}`,
        formatPence(line.totalPence),
      ),
    ),
    '',
    money('Subtotal', formatPence(order.goodsPence)),
    ...(discount ? [money(`Discount ${discount.code}, ${discount.percent}%`, `-${formatPence(discount.pence)}`)] : []),
    money(delivery.label, delivery.pence === 0 ? 'Free' : formatPence(delivery.pence)),
    money('Paid in full', formatPence(order.totalPence)),
    '',
    'GOING TO',
    ...order.address,
    '',
    'WHAT HAPPENS NEXT',
    ...paragraphs(whatIsNext(order)),
    'CHANGING YOUR MIND',
    ...paragraphs(changingYourMind(order)),
    `Returns and refunds: ${order.siteUrl}/returns-refunds`,
    `Terms and conditions: ${order.siteUrl}/terms-conditions`,
    '',
    'ASK US ANYTHING',
    wrap(
      `Answer this letter, write to ${shop.email}, or use ${order.siteUrl}/contact. ` +
        `We answer within ${shop.policies.responseDays} business days.`,
    ),
    '',
    wrap(`${shop.verses.thanks.text} ${shop.verses.thanks.reference}`),
    '',
    '-- ',
    ...traderLines(),
    shop.email,
    '',
  ].join('\n')
}

function paragraphs(texts: string[]): string[] {
  return texts.flatMap((text) => [wrap(text), ''])
}

const columns = 72

function money(label: string, amount: string): string {
  return `${label.padEnd(columns - 10)} ${amount.padStart(9)}`
}

function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line && line.length + 1 + word.length > columns) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.join('\n')
}
