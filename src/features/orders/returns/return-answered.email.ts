import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { address, quoted, range, refundWay } from '../emails/email-blocks.ts'
import type { ReturnEmailData } from './return-email-data.ts'

/**
 * The e-mail about what became of a return: the parcel is here, or it was refused. A refund has an e-mail of its own.
 */
export function returnAnswered({ order, state, garments, answer }: ReturnEmailData): EmailContent | null {
  const number = { strong: order.orderNumber }
  if (state === 'received') {
    return {
      subject: `Your parcel is back with us: order ${order.orderNumber}`,
      preview: `We’ll inspect it within ${range(shop.policies.inspectionDays)} working days.`,
      heading: 'It’s back with us',
      blocks: [
        { say: [address(order, 'your return from order '), number, ' has arrived. Thank you.'] },
        { lines: garments },
        {
          say:
            `We’ll inspect it within ${range(shop.policies.inspectionDays)} working days and e-mail you when your refund is on ` +
            `its way ${refundWay(order)}.`,
        },
      ],
    }
  }
  if (state !== 'refused' || !answer) return null
  return {
    subject: `About your return of order ${order.orderNumber}`,
    preview: 'We can’t refund it, and explain why.',
    heading: 'We can’t refund this return',
    hasHelp: true,
    blocks: [
      {
        say: [address(order, 'we’ve inspected your return from order '), number, ' and can’t refund it. Here’s why:'],
      },
      { lines: quoted(answer) },
      { title: 'What it’s about' },
      { lines: garments },
      {
        say:
          'If you disagree, reply to this e-mail. A person will answer within ' +
          `${range(shop.policies.responseDays)} working days. This doesn’t affect your legal rights.`,
      },
    ],
  }
}
