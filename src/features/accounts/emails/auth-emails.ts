import { composeEmail } from '#mail/compose-email.tsx'
import type { EmailContent } from '#mail/email-blocks.ts'
import type { AuthEmailKind } from '#platform/auth/queue-auth-email.ts'
import type { EmailTemplates } from '#platform/email/send-email.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { emailChange } from './email-change.email.ts'
import { type AuthEmailData, readAuthEmail } from './email-parts.ts'
import { identityLinked } from './identity-linked.email.ts'
import { invite } from './invite.email.ts'
import { magicLink } from './magic-link.email.ts'
import { newFactor } from './new-factor.email.ts'
import { newSignIn } from './new-sign-in.email.ts'
import { passwordChanged } from './password-changed.email.ts'
import { reauthentication } from './reauthentication.email.ts'
import { recovery } from './recovery.email.ts'
import { verification } from './verification.email.ts'

const contents = {
  verification,
  recovery,
  magic_link: magicLink,
  invite,
  email_change: emailChange,
  reauthentication,
  new_factor: newFactor,
  identity_linked: identityLinked,
  new_sign_in: newSignIn,
  password_changed: passwordChanged,
} satisfies Record<AuthEmailKind, (email: AuthEmailData) => EmailContent>

/**
 * The e-mails of accounts. They contain no text that a user wrote, so no user can send text of their own through the
 * shop.
 */
export function authEmails(shop: { siteUrl: string; seal: Seal }): EmailTemplates {
  return Object.fromEntries(
    Object.entries(contents).map(([kind, write]) => [
      kind,
      async (row: { data: unknown; recipient: string }) => composeEmail(write(readAuthEmail(shop, row))),
    ]),
  )
}
