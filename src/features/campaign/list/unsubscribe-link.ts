import { createHmac, timingSafeEqual } from 'node:crypto'

/** The addresses by which somebody leaves the list, made from a sign-up's id and readable by this shop alone. */
export type UnsubscribeLinks = {
  /** The page with the button, for the foot of a letter. */
  pageFor(signupId: string): string
  /** One click in the mail program (RFC 8058), and its older sibling (RFC 2369). */
  headersFor(signupId: string): Record<string, string>
  /** The sign-up a token was made for; null where it was not made here. */
  read(token: string): string | null
}

const idBytes = 16
// 160 bits: 36 bytes in all, which base64url writes without a bit to spare, so that each token has one spelling.
const macBytes = 20
const form = /^[A-Za-z0-9_-]{48}$/

/**
 * Tokens are the sign-up's id with a code over it: no address stands in them, they need no table, and they hold as long
 * as `secret` does, for a letter may be opened years later. `siteUrl`: without a slash at its end.
 */
export function createUnsubscribeLinks({ siteUrl, secret }: { siteUrl: string; secret: string }): UnsubscribeLinks {
  const code = (id: Buffer) => createHmac('sha256', secret).update(id).digest().subarray(0, macBytes)
  const tokenFor = (signupId: string) => {
    const id = Buffer.from(signupId.replaceAll('-', ''), 'hex')
    if (id.length !== idBytes) throw new Error(`Not the id of a sign-up: ${signupId}`)
    return Buffer.concat([id, code(id)]).toString('base64url')
  }
  return {
    pageFor: (signupId) => `${siteUrl}/unsubscribe?token=${tokenFor(signupId)}`,
    headersFor: (signupId) => ({
      'List-Unsubscribe': `<${siteUrl}/functions/v1/unsubscribe?token=${tokenFor(signupId)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    read(token) {
      if (!form.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const id = bytes.subarray(0, idBytes)
      if (!timingSafeEqual(bytes.subarray(idBytes), code(id))) return null
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
