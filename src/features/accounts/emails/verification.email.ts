import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, linkAndCode } from './email-parts.ts'

export function verification(email: AuthEmailData): EmailContent {
  return {
    subject: `Please confirm your address for ${shop.name}`,
    preview: 'Then your account is ready.',
    heading: 'Welcome',
    blocks: [
      {
        say:
          `You’ve made an account at ${shop.name} with this address. Please confirm that it’s yours, and your ` +
          'orders will appear in your account.',
      },
      ...linkAndCode(email, { label: 'Confirm my address', within: '24\u00a0hours' }),
      {
        aside:
          'If you didn’t make an account, someone probably mistyped their address. You don’t need to do anything: they ' +
          'can’t see anything of yours.',
      },
    ],
  }
}
