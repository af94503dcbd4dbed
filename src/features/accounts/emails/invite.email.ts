import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, linkAndCode } from './email-parts.ts'

export function invite(email: AuthEmailData): EmailContent {
  return {
    subject: `You’re invited to ${shop.name}`,
    preview: 'Your account is waiting for you.',
    heading: 'You’re invited',
    blocks: [
      {
        say:
          `We’ve made an account for you at ${shop.name} with this address. Accept the invitation and choose a ` +
          'password to start using it.',
      },
      ...linkAndCode(email, { label: 'Accept the invitation', within: '7\u00a0days' }),
      {
        aside:
          'If you weren’t expecting this, you don’t need to do anything: the account can’t be opened without this e-mail.',
      },
    ],
  }
}
