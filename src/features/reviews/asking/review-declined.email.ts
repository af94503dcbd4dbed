import { address } from '#features/orders/emails/email-blocks.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import { quoted } from '#features/orders/returns/quoted.ts'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { type DeclineReason, declineLabels } from '../review.ts'

type Declined = { garment: string; reason: DeclineReason; note: string }

/** The e-mail to a buyer whose review was left out: why, and how to change it. */
export function reviewDeclined(
  order: OrderEmailData,
  { garment, reason, note }: Declined,
  reviewUrl: string,
): EmailContent {
  return {
    subject: `Your review of the ${garment}`,
    preview: 'We could not publish it as it is, and explain why.',
    heading: 'We could not publish your review',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'thank you for reviewing the '),
          { strong: garment },
          `. We have not published it as it is, because ${declineLabels[reason]}. This is what we mean:`,
        ],
      },
      { lines: quoted(note) },
      { say: 'Your stars have nothing to do with it. Change those words, and we’ll publish it.' },
      { link: reviewUrl, label: 'Change my review' },
      { say: 'If you see it differently, reply to this e-mail: a person reads it.' },
    ],
  }
}
