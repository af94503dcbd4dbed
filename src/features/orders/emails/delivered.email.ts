import { formatDay } from '#base/calendar-day.ts'
import { hasOnlySamples } from '#features/catalogue/samples.ts'
import { policiesAt } from '#features/settings/policies-at.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
import { withdrawUntil } from '../links/order-period.ts'
import { addedLines, address, faultParagraphs, goodsOf, stepsOf } from './email-blocks.ts'
import type { OrderEmailData } from './order-email-data.ts'

/** The e-mail after delivery: how to care for the garment, and what to do about a fault. */
export function orderDelivered(order: OrderEmailData): EmailContent {
  const { cancelDays } = policiesAt(order.placedAt)
  const isLetter = hasOnlySamples(order.lines)
  const lines = [...order.lines, ...addedLines(order)]
  const hasCare = lines.some(({ care }) => care)
  const until = withdrawUntil({ delivered_at: order.deliveredAt, created_at: order.placedAt })
  const how = { href: `${order.siteUrl}/returns-refunds`, label: 'returns and refunds policy' }
  return {
    subject: `Your order ${order.orderNumber} has arrived`,
    preview: `We hope you love ${isLetter ? 'one of the fabrics' : 'it'}. If something isn’t right, here’s what to do.`,
    heading: 'It has arrived',
    blocks: [
      {
        say: [
          address(order, 'your order '),
          { strong: order.orderNumber },
          isLetter
            ? ' has been delivered. Look at each sample in daylight and against your skin. We hope you love one of them.'
            : ' has been delivered. We hope it fits beautifully and that you wear it for years.',
        ],
      },
      ...stepsOf(order),
      {
        say: 'If it hasn’t reached you, reply to this e-mail and we’ll find out where it is. It’s at our risk until you have it.',
      },
      { title: hasCare ? 'Looking after it' : 'What was in it' },
      { goods: goodsOf({ lines }, { more: ({ care }) => care }) },
      { title: 'If something isn’t right' },
      ...faultParagraphs(order).map((say) => ({ say })),
      { title: 'If you’ve changed your mind' },
      {
        say: [
          `Tell us ${until ? `by ${formatDay(until)}, ${cancelDays} days after it arrived,` : `within ${cancelDays} days of the day it arrived`} and send it back ${isLetter ? '' : 'unworn '}within ` +
            `${cancelDays} days of telling us. You pay the return postage. We’ll refund ${isLetter ? 'the samples' : 'the garments and our cheapest delivery'} ` +
            'within 14 days of getting them back. For the details, see our ',
          how,
          '.',
        ],
      },
    ],
  }
}
