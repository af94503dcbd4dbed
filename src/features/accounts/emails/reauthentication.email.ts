import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, newPasswordLink } from './email-parts.ts'

export function reauthentication(email: AuthEmailData): EmailContent {
  return {
    subject: `Your code for ${shop.name}`,
    preview: 'Before we change your account we check that it’s you.',
    heading: 'Is it you?',
    blocks: [
      {
        say: 'Before we change your account we check that it’s you. Please enter this code on the page:',
      },
      { code: email.code() },
      { aside: 'It works once, within 10\u00a0minutes. Please don’t share it; we’ll never ask you for it.' },
      {
        say:
          'If you’re not changing anything, someone else is signed in to your account. Please choose a new password now. ' +
          'It signs out every other device.',
      },
      { ...newPasswordLink(email), quiet: true },
    ],
  }
}
