import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { linkAndCode } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

export function verification(email: AuthEmailData): EmailContent {
  return {
    subject: `Please confirm your address for ${shop.name}`,
    preview: 'One click, and your account is yours.',
    heading: 'Welcome',
    blocks: [
      {
        say:
          `You have made an account at ${shop.name} with this address. Please confirm that the address is yours; ` +
          'from then on your orders are in your account.',
      },
      ...linkAndCode(email, { label: 'Confirm my address', within: '24\u00a0hours' }),
      {
        aside:
          'If you did not make an account, somebody has mistyped an address and you need do nothing: what belongs to ' +
          'your address stays closed to anybody who has not confirmed it.',
      },
    ],
  }
}
