import { shop } from '#shop'
import type { AccountLetter, Block } from './account-letter.ts'
import type { Opened } from './open-letter.ts'
import { formatShopTime } from './shop-time.ts'

const asked: Record<string, string> = {
  totp: 'a code from an authenticator app',
  phone: 'a code sent to a phone',
  webauthn: 'a passkey or a security key',
}

export function newFactor({ data }: Opened): AccountLetter {
  const what = asked[data.factorType ?? ''] ?? 'a second step'
  const at = formatShopTime(data.at)
  const when: Block[] = at ? [{ facts: [['When', at]] }] : []
  return {
    subject: `Signing in at ${shop.name} has a second step now`,
    preview: `Your account now also asks for ${what}.`,
    heading: 'A second step was added',
    blocks: [
      { say: `Besides your password, your account at ${shop.name} now also asks for ${what}.` },
      ...when,
      { say: 'If you added it, all is well: your account is safer for it, and there is nothing to do.' },
      {
        say:
          'If it was not you, somebody has been in your account. Please answer this letter at once, and we will put it ' +
          'right with you.',
      },
    ],
  }
}
