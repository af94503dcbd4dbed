import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'

type ConfirmEmailOptions = { confirmUrl: string; unsubscribeUrl: string }

/** The request to confirm a sign-up. No advertising, since there is no consent yet. */
export function confirmEmail({ confirmUrl, unsubscribeUrl }: ConfirmEmailOptions): EmailContent {
  return {
    subject: 'Please confirm your address',
    preview: `Did you sign up for e-mails from ${shop.name}?`,
    heading: 'Was it you?',
    blocks: [
      { say: `Someone signed this address up for e-mails from ${shop.name}. If it was you, please confirm:` },
      { link: confirmUrl, label: 'Yes, sign me up' },
      { say: 'We’ll e-mail you when we open and when a pre-order begins. You can unsubscribe any time.' },
      { aside: 'If it wasn’t you, ignore this e-mail and we won’t e-mail you again. To make sure:' },
      { link: unsubscribeUrl, label: 'Never e-mail this address', quiet: true },
    ],
  }
}
