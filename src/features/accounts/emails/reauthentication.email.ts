import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { newPasswordLink } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

export function reauthentication(email: AuthEmailData): EmailContent {
  return {
    subject: `Your code for ${shop.name}`,
    preview: 'Before your account is changed we check that it is you.',
    heading: 'Is it you?',
    blocks: [
      {
        say: 'Before your account is changed we check that it is you. Type this code on the page that asks for it:',
      },
      { code: email.code() },
      { aside: 'It works once, within 10\u00a0minutes. Please share it with nobody; we never ask for it.' },
      {
        say:
          'If you are changing nothing, somebody else is signed in to your account. Please choose a new password now; ' +
          'that signs everybody else out.',
      },
      { ...newPasswordLink(email), quiet: true },
    ],
  }
}
