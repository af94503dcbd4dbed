import type { AuthEmailKind } from '#platform/auth/queue-auth-email.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import type { Seal } from '#platform/secrets/sealed.ts'
import { composedLetter } from '#ui/email/composed-letter.tsx'
import type { Composition } from '#ui/email/letter-blocks.ts'
import { emailChange } from './email-change.mail.ts'
import { invite } from './invite.mail.ts'
import { magicLink } from './magic-link.mail.ts'
import { newFactor } from './new-factor.mail.ts'
import { newSignIn } from './new-sign-in.mail.ts'
import { type Opened, openLetter } from './open-letter.ts'
import { passwordChanged } from './password-changed.mail.ts'
import { reauthentication } from './reauthentication.mail.ts'
import { recovery } from './recovery.mail.ts'
import { verification } from './verification.mail.ts'

const contents = {
  verification,
  recovery,
  magic_link: magicLink,
  invite,
  email_change: emailChange,
  reauthentication,
  new_factor: newFactor,
  new_sign_in: newSignIn,
  password_changed: passwordChanged,
} satisfies Record<AuthEmailKind, (opened: Opened) => Composition>

/**
 * The e-mails of accounts. They contain no text that a user wrote, so nobody can send their own words through the shop.
 */
export function authLetters(shop: { siteUrl: string; seal: Seal }): EmailTemplates {
  return Object.fromEntries(
    Object.entries(contents).map(([kind, write]) => [
      kind,
      async (row: { data: unknown; recipient: string }) => composedLetter(write(openLetter(shop, row))),
    ]),
  )
}
