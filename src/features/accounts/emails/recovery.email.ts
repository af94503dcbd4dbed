import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { linkAndCode } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

export function recovery(email: AuthEmailData): EmailContent {
  return {
    subject: `A new password for ${shop.name}`,
    preview: 'You asked for a new password. The link is good for 10 minutes.',
    heading: 'A new password',
    blocks: [
      { say: `Somebody, most likely you, has asked for a new password for your account at ${shop.name}.` },
      ...linkAndCode(email, { label: 'Choose a new password', within: '10\u00a0minutes' }),
      { aside: 'If it was not you, ignore this e-mail. Your password stays as it is.' },
    ],
  }
}
