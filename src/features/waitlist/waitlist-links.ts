import type { SecretFor } from '#base/secret-for.ts'
import { idNamedBy, isSigned, signId } from '#platform/secrets/signed-id.ts'

export type WaitlistLinks = ReturnType<typeof createWaitlistLinks>

/**
 * The links in waitlist e-mails, made from a row's id and verifiable by this shop alone. `siteUrl`: without a trailing
 * slash.
 */
export function createWaitlistLinks({ siteUrl, secretFor }: { siteUrl: string; secretFor: SecretFor }) {
  const secret = secretFor('waiting for a garment')
  return {
    /** The page with the state and a button to leave. */
    pageFor: (id: string) => `${siteUrl}/waiting-list?token=${signId(secret, id)}`,
    /** The same page with a button to confirm: bound to the e-mail's address. */
    confirmPageFor: ({ id, email }: { id: string; email: string }) =>
      `${siteUrl}/waiting-list?token=${signId(secret, id, email)}`,
    /** One-click unsubscribe in mail programs (RFC 8058), and the older header (RFC 2369). */
    headersFor: (id: string) => ({
      'List-Unsubscribe': `<${siteUrl}/functions/v1/leave-waiting-list?token=${signId(secret, id)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    /** The row id in a token for leaving; null if the token is not the shop's. */
    read: (token: string) => (isSigned(secret, token) ? idNamedBy(token) : null),
    /** The row id in any token, unverified. */
    idIn: idNamedBy,
    /** Whether the confirmation token was sent to this address. */
    confirms: (token: string, email: string) => isSigned(secret, token, email),
  }
}
