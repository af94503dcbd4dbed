import type { EmailContent } from '#mail/email-blocks.ts'
import { shop } from '#shop'
import { type AuthEmailData, whenAndWith } from './email-parts.ts'

const descriptions: Record<string, string> = {
  totp: 'a code from an authenticator app',
  phone: 'a code sent to a phone',
  webauthn: 'a passkey or a security key',
}

export function newFactor(email: AuthEmailData): EmailContent {
  const what = descriptions[email.data.type ?? ''] ?? 'a second step'
  return {
    subject: `Two-step sign-in is on at ${shop.name}`,
    preview: `Signing in now also needs ${what}.`,
    heading: 'A second step was added',
    blocks: [
      { say: `As well as your password, signing in to your account at ${shop.name} now needs ${what}.` },
      ...whenAndWith(email),
      { say: 'If you added it, there’s nothing to do: your account is now safer.' },
      {
        say:
          'If you didn’t, someone else has been in your account. Please reply to this e-mail straight away, and we’ll help ' +
          'you put it right.',
      },
    ],
  }
}
