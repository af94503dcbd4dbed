import { idNamedBy, isSigned, signId } from './signed-id.ts'

/** The addresses by which somebody leaves the list, made from a sign-up's id and readable by this shop alone. */
export type UnsubscribeLinks = {
  /** The page with the button, for the foot of a letter. */
  pageFor(signupId: string): string
  /** One click in the mail program (RFC 8058), and its older sibling (RFC 2369). */
  headersFor(signupId: string): Record<string, string>
  /** The sign-up a token was made for; null where it was not made here. */
  read(token: string): string | null
}

/**
 * No address stands in a link, it needs no table, and it holds as long as `secret` does, for a letter may be opened years
 * later. `siteUrl`: without a slash at its end.
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
