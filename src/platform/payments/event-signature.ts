import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/** `t=…,v1=…`: HMAC-SHA256 of `t.body`, the signature format of payment providers. */
export function signBody(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${digest(`${seconds}.${body}`, secret).toString('hex')}`
}

/**
 * Whether a signature of the header belongs to one of the secrets, within 300 s of now in either direction: a signature
 * from the future is refused like an old one. Compares in constant time.
 */
export function isSignedBy(body: string, header: string | null, secrets: readonly string[], now: Date): boolean {
  const parts = partsOf(header)
  const seconds = signedAt(header)
  if (seconds === null || Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return false
  const given = parts.filter(([key, value]) => key === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
  const right = secrets.filter((secret) => secret !== '').map((secret) => digest(`${seconds}.${body}`, secret))
  return given
    .slice(0, 5)
    .some(([, value = '']) => right.some((hmac) => timingSafeEqual(hmac, Buffer.from(value, 'hex'))))
}

/** The signing time of a header, in seconds since 1970. Null unless it has exactly one valid time. */
export function signedAt(header: string | null): number | null {
  const [stamp, ...more] = partsOf(header).filter(([key]) => key === 't')
  return more.length === 0 && /^[1-9]\d{0,11}$/.test(stamp?.[1] ?? '') ? Number(stamp?.[1]) : null
}

function partsOf(header: string | null): string[][] {
  return (header ?? '').split(',').map((part) => part.trim().split('='))
}

function digest(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}
