import { idNamedBy, isSigned, signId } from './signed-id.ts'

/** The address in the letter that asks whether it was she who signed up. */
export type ConfirmLinks = {
  /** `email`: where the letter goes. A link sent to one address confirms no other, should the first have been corrected. */
  pageFor(signup: { id: string; email: string }): string
  /** The sign-up a token names, unproven. */
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
