import { idNamedBy, isSigned, signId } from '#features/subscribers/signed-id.ts'

/** The addresses in the letters to those who wait, made from a waiting's id and readable by this shop alone. */
export type WaitingLinks = {
  /** The page that says how she stands and lets her leave. */
  pageFor(id: string): string
  /** The same page, where it lets her confirm: bound to the address the letter went to. */
  confirmPageFor(waiting: { id: string; email: string }): string
  /** One click in the mail program (RFC 8058), and its older sibling (RFC 2369). */
  headersFor(id: string): Record<string, string>
  /** The waiting a leaving token was made for; null where it was not made here. */
  read(token: string): string | null
  /** The waiting any token names, unproven. */
  idIn(token: string): string | null
  /** Whether the token was sent to this address, to be confirmed. */
  confirms(token: string, email: string): boolean
}

/** `siteUrl`: without a slash at its end. */
export function createWaitingLinks({ siteUrl, secret }: { siteUrl: string; secret: string }): WaitingLinks {
  return {
    pageFor: (id) => `${siteUrl}/waiting-list?token=${signId(secret, id)}`,
    confirmPageFor: ({ id, email }) => `${siteUrl}/waiting-list?token=${signId(secret, id, email)}`,
    headersFor: (id) => ({
      'List-Unsubscribe': `<${siteUrl}/functions/v1/leave-waiting-list?token=${signId(secret, id)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    read: (token) => (isSigned(secret, token) ? idNamedBy(token) : null),
    idIn: idNamedBy,
    confirms: (token, email) => isSigned(secret, token, email),
  }
}
