import { createHash } from 'node:crypto'
import { paymentProviders } from '../payments/providers.ts'

const paymentOrigins = Object.values(paymentProviders).flatMap(({ pageOrigin }) => pageOrigin ?? [])

/** The origins of a captcha's script, frame and requests, from its provider's documentation. */
const captchas = {
  turnstile: 'https://challenges.cloudflare.com',
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
} as const

/** `hasTrustedTypes`: the page begins with the script that says what its scripts may write (`hold-scripts.ts`). */
type Options = { captcha?: keyof typeof captchas | undefined; hasTrustedTypes?: boolean }

/**
 * The policy of one page: only our own files, and of inline scripts only the given ones, by hash. The list never comes
 * from the finished page: an injected script would then be allowed too. Styles may be inline, since Radix and sonner
 * insert some. Where the shop has a captcha every page allows it, because the browser navigates under the policy of the
 * first page. The captchas' scripts write HTML of their own, so a shop with a captcha does without Trusted Types.
 */
export function contentSecurityPolicy(scripts: readonly string[], { captcha, hasTrustedTypes }: Options = {}): string {
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
    `form-action ${["'self'", ...paymentOrigins].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(hasTrustedTypes && !captcha ? ["require-trusted-types-for 'script'", 'trusted-types default inert-html'] : []),
  ].join('; ')
}

/** Hashes of the inline scripts, which are constants of the build: the data of a page is no script. */
const known = new Map<string, string>()
const keptCount = 200

function hashOf(script: string): string {
  const hash = known.get(script) ?? `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  if (known.size < keptCount) known.set(script, hash)
  return hash
}

/** The policy of a response that is no document: if a browser opens it all the same, nothing in it runs. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of a 503 whose page has no scripts and its styles inline, beside those of every page. */
export function plainPageHeaders(headers: readonly [string, string][], retryAfterSeconds: number): [string, string][] {
  return [
    ...headers,
    ['Content-Security-Policy', policy],
    ['Cache-Control', 'no-store'],
    ['Retry-After', String(retryAfterSeconds)],
  ]
}
