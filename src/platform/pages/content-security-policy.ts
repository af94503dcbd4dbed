import { createHash } from 'node:crypto'

/** Where a captcha has its script, its frame and what that asks, as its maker's manual says. */
const captchas = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
} as const

/**
 * The policy of one page: only our own files, and of inline scripts only the given ones, by hash. They are never looked
 * for in the finished page: a script that got into it by a mistake would then be allowed as well.
 * Styles may be inline, since Radix and sonner put some in. Where the shop has a captcha every page allows it, for the
 * browser goes from page to page under the policy of the first.
 */
export function contentSecurityPolicy(scripts: readonly string[], captcha?: keyof typeof captchas): string {
  const others = captcha ? [captchas[captcha]] : []
  const hashes = new Set(scripts.map(hashOf))
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...others, ...hashes].join(' ')}`,
    ...others.map((sources) => `frame-src ${sources}`),
    `style-src ${["'self'", ...others, "'unsafe-inline'"].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...others].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self' https://checkout.stripe.com",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** Most inline scripts stand in every page, so their hashes are kept; those that carry a page's data are long and not. */
const known = new Map<string, string>()
const keptLength = 1_000
const keptCount = 100

function hashOf(script: string): string {
  if (script.length > keptLength) return makeHash(script)
  const hash = known.get(script) ?? makeHash(script)
  if (known.size < keptCount) known.set(script, hash)
  return hash
}

function makeHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
