import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'
import type { AuthDeps } from '../auth-deps.ts'

const form = { algorithm: 'SHA1', digits: 6, period: 30 }

type NewTotp = {
  /** 32 base32 characters: 160 bits. */
  secret: string
  uri: string
  /** An SVG that is valid in a `data:image/svg+xml;utf-8,` address unchanged: no `#`, no `%`. */
  qr_code: string
}

/** A new secret for an authenticator app, with its address and QR code. */
export function newTotp({ issuer, account }: { issuer: string; account: string }): NewTotp {
  const secret = new Secret({ size: 20 }).base32
  const [by, of] = [encodeURIComponent(issuer), encodeURIComponent(account)]
  const uri = `otpauth://totp/${by}:${of}?algorithm=SHA1&digits=6&issuer=${by}&period=30&secret=${secret}`
  return { secret, uri, qr_code: qrCode(uri) }
}

/** On a white background, so that it can be scanned on a dark page too. */
function qrCode(text: string): string {
  const svg = encodeQR(text, 'svg', { border: 4 })
  const size = /viewBox="0 0 (\d+)/.exec(svg)?.[1]
  const ground = `<rect width="${size}" height="${size}" fill="white"/>`
  // Crisp edges: no hairlines between the squares at any size.
  return svg.replace('<path', `${ground}<path shape-rendering="crispEdges"`)
}

/** The step of a valid code, the current one or a neighbour; null for an invalid code. */
export function totpStep(secret: string, code: string, nowMs = Date.now()): bigint | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = nowMs
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1, ...form })
  return delta === null ? null : BigInt(TOTP.counter({ period: form.period, timestamp }) + delta)
}

/** The secret as the database stores it: it decrypts for this factor only. */
export function sealSecret({ seal }: Pick<AuthDeps, 'seal'>, factorId: string, secret: string): string {
  return seal.seal(secret, sealedForFactor(factorId))
}

/**
 * The secret of a factor; null if it cannot be decrypted, as after a change of JWT_SECRET without `keys reseal`. One
 * imported from a hosted project may be unencrypted.
 */
export function openSecret({ seal }: Pick<AuthDeps, 'seal'>, factorId: string, stored: string): string | null {
  if (/^[A-Z2-7]+$/.test(stored)) return stored
  return seal.tryOpen(stored, sealedForFactor(factorId))
}

/** The purpose under which a factor's secret is encrypted. */
export function sealedForFactor(factorId: string): string {
  return `totp secret of ${factorId}`
}
