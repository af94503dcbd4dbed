import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { unsubscribeBlocks } from './unsubscribe-footer.ts'

/** Welcomes a new subscriber. */
export function welcomeEmail({ unsubscribeUrl }: { unsubscribeUrl: string }): EmailContent {
  return {
    subject: `You are on the list of ${shop.name}`,
    preview: 'We’ll write when we open and when something new can be ordered.',
    heading: 'You are on the list',
    blocks: [
      { say: 'Thank you for leaving your address. We keep it for two things.' },
      {
        say: 'We’ll write on the day we open, and again when a new pre-order begins. In between you’ll hear nothing from us.',
      },
      { say: `${shop.description} You are welcome to look around in the meantime.` },
      { aside: 'Did somebody else type in your address? Then unsubscribe below, and it ends here.' },
      ...unsubscribeBlocks(unsubscribeUrl),
    ],
  }
}
