import type { Block, EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'

/** Welcomes a new subscriber. */
export function welcomeEmail({ unsubscribeUrl }: { unsubscribeUrl: string }): EmailContent {
  return {
    subject: `You’re on the list at ${shop.name}`,
    preview: 'We’ll e-mail you when we open and when a pre-order begins.',
    heading: 'You’re on the list',
    blocks: [
      { say: 'Thank you for signing up.' },
      {
        say: 'We’ll e-mail you when the shop or a new pre-order opens, and not in between.',
      },
      { say: `${shop.description} Do look around in the meantime.` },
      { aside: 'Didn’t sign up? Unsubscribe below and we won’t e-mail you again.' },
      ...unsubscribeBlocks(unsubscribeUrl),
    ],
  }
}

/** The footer of every e-mail to the list: why it was sent and how to unsubscribe. */
function unsubscribeBlocks(unsubscribeUrl: string): Block[] {
  return [
    {
      small: `You’re getting this e-mail because you signed up at ${shop.name}. You can unsubscribe any time:`,
    },
    { link: unsubscribeUrl, label: 'Unsubscribe', quiet: true },
  ]
}
