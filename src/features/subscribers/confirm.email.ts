import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'

/** The request to confirm a sign-up. No advertising, since there is no consent yet. */
export function confirmEmail({
  confirmUrl,
  unsubscribeUrl,
}: {
  confirmUrl: string
  unsubscribeUrl: string
}): EmailContent {
  return {
    subject: 'Please confirm your address',
    preview: `Did you sign up for e-mails from ${shop.name}?`,
    heading: 'Was it you?',
    blocks: [
      { say: `Somebody put this address on the list of ${shop.name}. If it was you, please confirm it once:` },
      { link: confirmUrl, label: 'Yes, write to me' },
      { say: 'We’ll then write when we open and when a new pre-order begins. Every e-mail has a link to unsubscribe.' },
      { aside: 'If it was not you, ignore this e-mail and you’ll hear nothing more. Or make sure of it:' },
      { link: unsubscribeUrl, label: 'Never write to this address', quiet: true },
    ],
  }
}
