import { address, quoted } from '#features/orders/emails/email-blocks.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
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
    preview: 'We couldn’t publish it as written. Here’s why.',
    heading: 'We couldn’t publish your review',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'thank you for reviewing the '),
          { strong: garment },
          `. We haven’t published it as written, because ${declineLabels[reason]}. This is what we mean:`,
        ],
      },
      { lines: quoted(note) },
      { say: 'Your star rating has nothing to do with it. Change those words and we’ll publish it.' },
      { link: reviewUrl, label: 'Change my review' },
      { say: 'If you disagree, reply to this e-mail and a person will read it.' },
    ],
  }
}
