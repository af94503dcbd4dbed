import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'
import type { AuthDeps } from '../auth-deps.ts'

const form = { algorithm: 'SHA1', digits: 6, period: 30 }

export type NewTotp = {
  /** 32 base32 characters: 160 bits. */
  secret: string
  uri: string
  /** An SVG that may stand in a `data:image/svg+xml;utf-8,` address as it is: no `#`, no `%`. */
  qr_code: string
}

/** A new secret for an authenticator app, with the address and the picture that bring it there (contract 7). */
export function newTotp({ issuer, account }: { issuer: string; account: string }): NewTotp {
  const secret = new Secret({ size: 20 }).base32
  const [by, of] = [encodeURIComponent(issuer), encodeURIComponent(account)]
  const uri = `otpauth://totp/${by}:${of}?algorithm=SHA1&digits=6&issuer=${by}&period=30&secret=${secret}`
  return { secret, uri, qr_code: qrCode(uri) }
}

/** On a white ground, so that it can be read off a dark page too. */
function qrCode(text: string): string {
  const svg = encodeQR(text, 'svg', { border: 4 })
  const size = /viewBox="0 0 (\d+)/.exec(svg)?.[1]
  const ground = `<rect width="${size}" height="${size}" fill="white"/>`
  // Crisp: no hairlines between the squares, whatever size it is shown at.
  return svg.replace('<path', `${ground}<path shape-rendering="crispEdges"`)
}

/** Whether a code is one of the present step or its neighbours; the step it belongs to, null where it is none. */
export function totpStep(secret: string, code: string, nowMs = Date.now()): bigint | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = nowMs
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1, ...form })
  return delta === null ? null : BigInt(TOTP.counter({ period: form.period, timestamp }) + delta)
}

/** The secret as the database keeps it: it opens for this one factor. */
export function sealSecret({ seal }: Pick<AuthDeps, 'seal'>, factorId: string, secret: string): string {
  return seal.seal(secret, purpose(factorId))
}

/**
 * The secret of a factor; null where nobody can read it any more, as after JWT_SECRET was changed. One that came with a
 * hosted project's users may lie there open.
 */
export function openSecret({ seal }: Pick<AuthDeps, 'seal'>, factorId: string, kept: string): string | null {
  if (/^[A-Z2-7]+$/.test(kept)) return kept
  try {
    return seal.open(kept, purpose(factorId))
  } catch {
    return null
  }
}

function purpose(factorId: string): string {
  return `totp secret of ${factorId}`
}
