import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, linkAndCode } from './email-parts.ts'

export function magicLink(email: AuthEmailData): EmailContent {
  return {
    subject: `Your link to sign in at ${shop.name}`,
    preview: 'It signs you in without a password and works for 10 minutes.',
    heading: 'Sign in',
    blocks: [
      { say: `This link signs you in at ${shop.name} without a password.` },
      ...linkAndCode(email, { label: 'Sign in', within: '10\u00a0minutes' }),
      { aside: 'Didn’t ask for it? Just ignore this e-mail.' },
    ],
  }
}
