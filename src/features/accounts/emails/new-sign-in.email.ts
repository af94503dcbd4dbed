import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, newPasswordLink, whenAndWith } from './email-parts.ts'

export function newSignIn(email: AuthEmailData): EmailContent {
  return {
    subject: `A new sign-in to your account at ${shop.name}`,
    preview: 'From a device or place that’s new to us.',
    heading: 'A new sign-in',
    blocks: [
      { say: `Someone signed in to your account at ${shop.name} from a device or place that’s new to us:` },
      ...whenAndWith(email),
      { say: 'If that was you, there’s nothing to do.' },
      { say: 'If it wasn’t, please choose a new password now. It signs out every other device.' },
      newPasswordLink(email),
    ],
  }
}
