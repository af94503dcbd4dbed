import { idNamedBy, isSigned, signId } from '#platform/secrets/signed-id.ts'

/** The links for unsubscribing, made from a sign-up's id and verifiable by this shop alone. */
export type UnsubscribeLinks = {
  /** The page with the button, for the footer of an e-mail. */
  pageFor(signupId: string): string
  /** One-click unsubscribe in mail programs (RFC 8058), and the older header (RFC 2369). */
  headersFor(signupId: string): Record<string, string>
  /** The sign-up of a token; null if the token is not the shop's. */
  read(token: string): string | null
}

/**
 * A link contains no address, needs no table, and is valid as long as `secret`, since an e-mail may be opened years
 * later. `siteUrl`: without a trailing slash.
 */
export function createUnsubscribeLinks({ siteUrl, secret }: { siteUrl: string; secret: string }): UnsubscribeLinks {
  return {
    pageFor: (signupId) => `${siteUrl}/unsubscribe?token=${signId(secret, signupId)}`,
    headersFor: (signupId) => ({
      'List-Unsubscribe': `<${siteUrl}/functions/v1/unsubscribe?token=${signId(secret, signupId)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    read: (token) => (isSigned(secret, token) ? idNamedBy(token) : null),
  }
}
