import { formatDay } from '#base/calendar-day.ts'
import { formatPence } from '#base/money.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
import { goodsOf, keptLines, sumsOf } from '../email-blocks.ts'
import type { OrderEmailData } from '../order-email-data.ts'

/** `isNoted`: the order has a review note that the owner should read before production. */
export type OrderPaid = { order: OrderEmailData; isNoted: boolean }

/**
 * The e-mail to the owner about a paid order: garments, customer and dispatch day. Of the customer it holds only name
 * and country, since a mailbox is less protected than the back office.
 */
export function orderPaid({ order, isNoted }: OrderPaid): EmailContent {
  const { orderNumber, dispatchBy, customerName, address, delivery, totalPence } = order
  const total = formatPence(totalPence)
  const pieces = keptLines(order).reduce((sum, { quantity }) => sum + quantity, 0)
  const day = formatDay(dispatchBy, order.orderedOn)
  return {
    subject: `New order ${orderNumber}, ${total}`,
    preview: `${pieces === 1 ? 'One piece' : `${pieces} pieces`}, to leave by ${day}.`,
    heading: 'A new order',
    hasHelp: true,
    blocks: [
      {
        say: [
          'Order ',
          { strong: orderNumber },
          totalPence === 0 ? ' is placed, with nothing to pay. It leaves by ' : ` is paid: ${total}. It leaves by `,
          { strong: day },
          '.',
        ],
      },
      ...(isNoted ? [{ say: 'Something needs your attention first. The order shows what.' }] : []),
      ...(delivery.ownerDuty ? [{ say: delivery.ownerDuty }] : []),
      { goods: goodsOf(order, { amounts: true }) },
      { sums: sumsOf(order, 'Total') },
      { facts: [['For', [customerName, address.at(-1)].filter(Boolean).join(', ')]] },
      { link: `${order.siteUrl}/admin?tab=orders&order=${encodeURIComponent(orderNumber)}`, label: 'Open the order' },
    ],
  }
}
