import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { newPasswordLink, whenAndWith } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

export function newSignIn(email: AuthEmailData): EmailContent {
  return {
    subject: `A new sign-in to your account at ${shop.name}`,
    preview: 'From somewhere we have not seen you before.',
    heading: 'A new sign-in',
    blocks: [
      { say: `Somebody has signed in to your account at ${shop.name}, from somewhere we have not seen you before:` },
      ...whenAndWith(email),
      { say: 'If it was you, all is well and there is nothing to do.' },
      { say: 'If it was not, please choose a new password now; that signs everybody else out.' },
      newPasswordLink(email),
    ],
  }
}
