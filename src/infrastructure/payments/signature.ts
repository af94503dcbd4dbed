import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/** `t=…,v1=…`: HMAC-SHA256 of `t.body`, as payment companies sign their events. */
export function signBody(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${digest(`${seconds}.${body}`, secret).toString('hex')}`
}

/**
 * Whether one of the signatures in a header was made with one of the secrets, within 300 s of now in either direction:
 * a signature from the future is as wrong as an old one. Takes the same time whichever byte differs.
 */
export function isSignedBy(body: string, header: string | null, secrets: readonly string[], now: Date): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const stamps = parts.filter(([key]) => key === 't')
  const seconds = stamps.length === 1 ? (stamps[0]?.[1] ?? '') : ''
  if (!/^\d{1,12}$/.test(seconds)) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false
  const given = parts.filter(([key, value]) => key === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
  const right = secrets.filter((secret) => secret !== '').map((secret) => digest(`${seconds}.${body}`, secret))
  return given
    .slice(0, 5)
    .some(([, value = '']) => right.some((hmac) => timingSafeEqual(hmac, Buffer.from(value, 'hex'))))
}

function digest(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
