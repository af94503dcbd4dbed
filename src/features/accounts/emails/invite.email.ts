import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { linkAndCode } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

export function invite(email: AuthEmailData): EmailContent {
  return {
    subject: `You are invited to ${shop.name}`,
    preview: 'There is an account waiting for you.',
    heading: 'You are invited',
    blocks: [
      {
        say:
          `We have made an account for you at ${shop.name}, with this address. Accept the invitation and choose a ` +
          'password, and it is yours.',
      },
      ...linkAndCode(email, { label: 'Accept the invitation', within: '7\u00a0days' }),
      { aside: 'If you did not expect this, you need do nothing: nobody else can open the account.' },
    ],
  }
}
