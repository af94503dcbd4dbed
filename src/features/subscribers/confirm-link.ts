import { idNamedBy, isSigned, signId } from '#platform/secrets/signed-id.ts'

/** The link in the confirmation e-mail of a sign-up. */
export type ConfirmLinks = {
  /**
   * `email`: the recipient. A link confirms only the address it was sent to, in case the sign-up's address was
   * corrected since.
   */
  pageFor(signup: { id: string; email: string }): string
  /** The sign-up that a token names, unverified. */
  idIn(token: string): string | null
  /** Whether the token was sent to this address about its sign-up. */
  isFor(token: string, email: string): boolean
}

/** `siteUrl`: without a slash at its end. */
export function createConfirmLinks({ siteUrl, secret }: { siteUrl: string; secret: string }): ConfirmLinks {
  return {
    pageFor: ({ id, email }) => `${siteUrl}/confirm-sign-up?token=${signId(secret, id, email)}`,
    idIn: idNamedBy,
    isFor: (token, email) => isSigned(secret, token, email),
  }
}
