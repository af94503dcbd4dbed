import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { address, range, refundDestination } from '../emails/email-blocks.ts'
import { quoted } from './quoted.ts'
import type { ReturnEmailData } from './return-email-data.ts'

/** The e-mail about what became of a return: the parcel is here, or it was refused. A refund has an e-mail of its own. */
export function returnAnswered({ order, state, garments, answer }: ReturnEmailData): EmailContent | null {
  const number = { strong: order.orderNumber }
  if (state === 'received') {
    return {
      subject: `Your parcel is back with us: order ${order.orderNumber}`,
      preview: `We look at it within ${range(shop.policies.inspectionDays)} business days.`,
      heading: 'It is back with us',
      blocks: [
        { say: [address(order, 'what you sent back of order '), number, ' has arrived. Thank you.'] },
        { lines: garments },
        {
          say:
            `We look at it within ${range(shop.policies.inspectionDays)} business days, and write again when your refund ` +
            `leaves us. It goes ${refundDestination}.`,
        },
      ],
    }
  }
  if (state !== 'refused' || !answer) return null
  return {
    subject: `About your return of order ${order.orderNumber}`,
    preview: 'We could not agree to it, and explain why.',
    heading: 'We could not agree to it',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'we have looked at your return of order '),
          number,
          ', and cannot refund it. This is why:',
        ],
      },
      { lines: quoted(answer) },
      { title: 'What it is about' },
      { lines: garments },
      {
        say:
          'If you see it differently, reply to this e-mail: a person reads it and answers within ' +
          `${range(shop.policies.responseDays)} business days. Your rights under the law stay as they are.`,
      },
    ],
  }
}
