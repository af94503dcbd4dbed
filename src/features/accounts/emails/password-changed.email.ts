import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { newPasswordLink, whenAndWith } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

export function passwordChanged(email: AuthEmailData): EmailContent {
  return {
    subject: `Your password at ${shop.name} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      { say: `Your account at ${shop.name} has a new password. Anybody signed in elsewhere has been signed out.` },
      ...whenAndWith(email),
      { say: 'If it was you, all is well and there is nothing to do.' },
      { say: 'If it was not, please choose a new password at once, and reply to this e-mail.' },
      newPasswordLink(email),
    ],
  }
}
