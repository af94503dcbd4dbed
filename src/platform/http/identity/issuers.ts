/**
 * Which `iss` a user's token may name: this shop's own, and in a rehearsal the same on any loopback address, since
 * tests and tunnels use other ports.
 */
export function ownIssuer({ siteUrl, live }: { siteUrl: string; live: boolean }): (issuer: string) => boolean {
  const own = `${siteUrl}/auth/v1`
  return (issuer) => issuer === own || (!live && loopback.test(issuer))
}

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?\/auth\/v1$/

/** Origins whose pages may call the API: the application's own, and in a rehearsal any loopback origin. */
export function ownOrigin({ siteUrl, live }: { siteUrl: string; live: boolean }): (origin: string) => boolean {
  const own = new URL(siteUrl).origin
  return (origin) => origin === own || (!live && loopbackOrigin.test(origin))
}

const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
