import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, linkAndCode } from './email-parts.ts'

export function recovery(email: AuthEmailData): EmailContent {
  return {
    subject: `A new password for ${shop.name}`,
    preview: 'The link works for 10 minutes.',
    heading: 'A new password',
    blocks: [
      { say: `You asked for a new password for your account at ${shop.name}.` },
      ...linkAndCode(email, { label: 'Choose a new password', within: '10\u00a0minutes' }),
      { aside: 'Wasn’t you? Ignore this e-mail and your password stays the same.' },
    ],
  }
}
