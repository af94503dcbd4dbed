import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, newPasswordLink, whenAndWith } from './email-parts.ts'

export function passwordChanged(email: AuthEmailData): EmailContent {
  return {
    subject: `Your password at ${shop.name} was changed`,
    preview: 'If that was you, there’s nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      { say: `Your account at ${shop.name} has a new password, and every other device has been signed out.` },
      ...whenAndWith(email),
      { say: 'If that was you, there’s nothing to do.' },
      { say: 'If it wasn’t, please choose a new password straight away and reply to this e-mail.' },
      newPasswordLink(email),
    ],
  }
}
