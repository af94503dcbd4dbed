import { address } from '#features/orders/emails/email-blocks.ts'
import type { OrderEmailData } from '#features/orders/emails/order-email-data.ts'
import type { EmailContent } from '#mail/email-blocks.ts'

/** The review request to a buyer, three weeks after the arrival. It advertises nothing and promises nothing. */
export function reviewRequest(order: OrderEmailData, garments: string[], reviewUrl: string): EmailContent {
  const [only] = garments
  const isOne = garments.length === 1
  return {
    subject: isOne ? `How is your ${only}?` : 'How are your garments?',
    preview: 'Good or bad, your review helps others choose their size.',
    heading: isOne ? `How is your ${only}?` : 'How are your garments?',
    hasHelp: true,
    blocks: [
      {
        say: [
          address(order, 'your order '),
          { strong: order.orderNumber },
          ` has been with you for about three weeks. Would you tell other customers how ${isOne ? 'it' : 'they'} turned ` +
            'out: how the size came up, how it feels and wears?',
        ],
      },
      ...(isOne ? [] : [{ lines: garments }]),
      { link: reviewUrl, label: isOne ? 'Write a review' : 'Write your reviews' },
      {
        small:
          'It takes two minutes and needs no account. We publish every review, whatever its star rating, ' +
          'unless it insults someone, contains personal data, isn’t about the garment or is unlawful. We give nothing in return for it.',
      },
      {
        small: [
          'Is something wrong with it? Reply to this e-mail first if you like, and we’ll put it right; you can review it ' +
            'all the same.',
        ],
      },
      {
        aside: [
          'This is the only e-mail about reviewing this order. Would you rather not be asked again? ',
          { href: `${reviewUrl}#stop`, label: 'Don’t ask me for reviews' },
        ],
      },
    ],
  }
}
