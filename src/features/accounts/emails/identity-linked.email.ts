import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { providerName } from '../provider-name.ts'
import { type AuthEmailData, newPasswordLink, whenAndWith } from './email-parts.ts'

export function identityLinked(email: AuthEmailData): EmailContent {
  const provider = providerName(email.data.provider ?? '')
  return {
    subject: `You can now sign in to ${shop.name} with ${provider}`,
    preview: 'If that was you, there’s nothing to do.',
    heading: 'A way to sign in was added',
    blocks: [
      { say: `An account at ${provider} was linked to your account at ${shop.name}, and can sign in to it.` },
      ...whenAndWith(email),
      { say: 'If that was you, there’s nothing to do.' },
      {
        say:
          'If it wasn’t, please choose a new password straight away, which removes linked accounts with another e-mail ' +
          'address, and reply to this e-mail.',
      },
      newPasswordLink(email),
    ],
  }
}
