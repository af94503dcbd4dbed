import { createHmac, timingSafeEqual } from 'node:crypto'

const idBytes = 16
// 160 bits: 36 bytes in all, which base64url encodes without padding bits, so each token has one spelling.
const macBytes = 20
const form = /^[A-Za-z0-9_-]{48}$/

/** An id and a code over it and over `about`, which the token does not contain. `id`: a UUID. */
export function signId(secret: string, id: string, about = ''): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  if (bytes.length !== idBytes) throw new Error(`Not a UUID: ${id}`)
  return Buffer.concat([bytes, codeOf(secret, bytes, about)]).toString('base64url')
}

/** The id in a token, unverified: callers check `isSigned` before they trust it. Null for an invalid token. */
export function idNamedBy(token: string): string | null {
  if (!form.test(token)) return null
  const id = Buffer.from(token, 'base64url').subarray(0, idBytes)
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Whether `signId` made the token, with this secret and about this. Compares in constant time. */
export function isSigned(secret: string, token: string, about = ''): boolean {
  if (!form.test(token)) return false
  const bytes = Buffer.from(token, 'base64url')
  return timingSafeEqual(bytes.subarray(idBytes), codeOf(secret, bytes.subarray(0, idBytes), about))
}

function codeOf(secret: string, id: Buffer, about: string): Buffer {
  return createHmac('sha256', secret).update(id).update(about).digest().subarray(0, macBytes)
}
