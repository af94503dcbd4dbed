import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { unsubscribeBlocks } from './unsubscribe-footer.ts'

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
