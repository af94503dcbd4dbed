import { shop } from '#shop'
import type { EmailContent } from '#ui/email/email-blocks.ts'
import { whenAndWith } from './email-parts.ts'
import type { AuthEmailData } from './read-auth-email.ts'

const descriptions: Record<string, string> = {
  totp: 'a code from an authenticator app',
  phone: 'a code sent to a phone',
  webauthn: 'a passkey or a security key',
}

export function newFactor(email: AuthEmailData): EmailContent {
  const what = descriptions[email.data.type ?? ''] ?? 'a second step'
  return {
    subject: `Signing in at ${shop.name} now has a second step`,
    preview: `Your account now also asks for ${what}.`,
    heading: 'A second step was added',
    blocks: [
      { say: `Besides your password, your account at ${shop.name} now also asks for ${what}.` },
      ...whenAndWith(email),
      { say: 'If you added it, all is well: your account is safer for it, and there is nothing to do.' },
      {
        say:
          'If it was not you, somebody has been in your account. Please reply to this e-mail at once, and we will put it ' +
          'right with you.',
      },
    ],
  }
}
