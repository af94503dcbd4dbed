import { existsSync } from 'node:fs'
import { z } from 'zod'
import { faultPointProblem } from '#platform/jobs/fault-points.ts'
import { shop } from '#shop'
import { faultPoints } from './fault-points.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true')
const port = z.coerce.number().int().min(0).max(65535)
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))
const given = z.string().min(1).optional()

/** Every variable the shop reads, each with its default; `.env.example` explains them. */
export const environment = z.object({
  SHOP_MODE: z.enum(['rehearsal', 'live']).default('rehearsal'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: given,
  DATABASE_READ_URL: given,
  DATABASE_LISTEN_URL: given,
  WORKER: z.enum(['inline', 'off']).default('inline'),
  WORKER_PORT: port.optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(12, 'an administrator’s password has at least 12 characters').max(128).optional(),
  LAUNCH_AT: z.iso.datetime({ offset: true }).optional(),
  JWT_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  JWT_ALGORITHM: z.enum(['ES256', 'RS256', 'HS256']).default('ES256'),
  ANON_KEY: given,
  SERVICE_ROLE_KEY: given,
  AUTH_AUTOCONFIRM: flag(false),
  AUTH_SIGNUPS: flag(true),
  AUTH_UNVERIFIED_SIGN_IN: flag(true),
  AUTH_MANUAL_LINKING: flag(false),
  AUTH_REFRESH_REUSE_SECONDS: z.coerce.number().int().min(0).max(300).default(10),
  AUTH_REFUSE_COMMON_PASSWORDS: flag(true),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(64).default(6),
  ADMIN_MFA: z.enum(['optional', 'required']).default('optional'),
  NOTIFY_DOUBLE_OPT_IN: flag(false),
  FAULTS: z.enum(['on', 'off']).default('off'),
  FAULT_POINT: given,
  API_KEY_REQUIRED: flag(true),
  RATE_LIMITS: flag(true),
  CAPTCHA_PROVIDER: z.enum(['turnstile', 'hcaptcha']).optional(),
  CAPTCHA_SECRET: given,
  CAPTCHA_SITE_KEY: given,
  STRIPE_SECRET_KEY: given,
  STRIPE_WEBHOOK_SECRET: given,
  STRIPE_API_BASE: url.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: given,
  SMS_PROVIDER: z.enum(['twilio', 'http']).optional(),
  SMS_URL: url.optional(),
  SMS_TOKEN: given,
  SMS_FROM: given,
  KLAVIYO_API_KEY: given,
  KLAVIYO_API_BASE: url.optional(),
  S3_BUCKET: given,
  S3_ENDPOINT: url.optional(),
  S3_REGION: given,
  S3_ACCESS_KEY_ID: given,
  S3_SECRET_ACCESS_KEY: given,
  TRUST_PROXY: given,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: given,
  PAGE_CACHE: flag(true),
  WEB_VITALS: flag(true),
})

export type Environment = z.output<typeof environment>
export type Config = Environment & {
  siteUrl: string
  launchAt: Date
  mailFrom: string
  /**
   * The signing secrets of Stripe's webhook endpoints: STRIPE_WEBHOOK_SECRET holds one, or several with commas between.
   */
  stripeWebhookSecrets: string[]
  /** OpenID Connect providers for sign-in, from OAUTH_<PROVIDER>_ISSUER, _CLIENT_ID and _CLIENT_SECRET. */
  oauthProviders: OAuthProviderConfig[]
}
type OAuthProviderConfig = { name: string; issuer: string; clientId: string; clientSecret: string }

/** A refused start: each line names one variable and its error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * The configuration from the environment, read once by the two programs. An empty value counts as absent. Refuses
 * malformed values, misspelt OAUTH_ names, and a live shop with anything of a rehearsal left, with all reasons at once.
 */
export function readConfig(env: Record<string, string | undefined> = readEnvironment()): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(filled)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const config: Config = {
    ...parsed.data,
    siteUrl: parsed.data.SITE_URL ?? `http://localhost:${parsed.data.PORT}`,
    launchAt: new Date(parsed.data.LAUNCH_AT ?? shop.launchAt),
    mailFrom: parsed.data.MAIL_FROM ?? `${shop.name} <${shop.email}>`,
    stripeWebhookSecrets: (parsed.data.STRIPE_WEBHOOK_SECRET ?? '').split(/[\s,]+/).filter(Boolean),
    oauthProviders: [],
  }
  const oauth = readOAuthProviders(filled, config.SHOP_MODE === 'live')
  config.oauthProviders = oauth.providers
  const reasons = [
    ...unknownNames(filled),
    ...oauth.reasons,
    ...listenUrlAlone(config),
    ...incompleteCaptcha(config),
    ...incompleteS3(config),
    ...wrongSms(config),
    ...wrongStripe(config),
    ...wrongFaultPoint(config),
    ...(config.SHOP_MODE === 'live' ? notReadyForLive(config) : []),
  ]
  if (reasons.length > 0) throw new ConfigError(reasons.join('\n'))
  return config
}

const ours =
  /^(SHOP_|WORKER|AUTH_|ADMIN_|JWT_|STRIPE_|SMTP_|MAIL_|SMS_|KLAVIYO_|S3_|CAPTCHA_|DATABASE_|PASSWORD_|NOTIFY_|LAUNCH_|SITE_|RATE_LIMIT|API_KEY_|FAULT)/

/** Providers with a fixed issuer. */
const knownIssuers: Record<string, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
}

/** Identities of other kinds have these names: a provider with such a name could claim any account here. */
const reservedNames = ['email', 'phone', 'anonymous', 'anonymous_users', 'saml', 'sso', 'web3']

/** Every provider with an OAUTH_ variable; an incomplete or misspelt one refuses the start. */
function readOAuthProviders(env: Record<string, string | undefined>, live: boolean) {
  const reasons: string[] = []
  const found = new Map<string, Partial<OAuthProviderConfig>>()
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith('OAUTH_')) continue
    const [, provider, part] = /^OAUTH_([A-Z0-9][A-Z0-9_]*?)_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(variable) ?? []
    const name = provider?.toLowerCase()
    if (!name || !part || reservedNames.includes(name)) {
      reasons.push(`${variable}: no such setting`)
      continue
    }
    const field = { ISSUER: 'issuer', CLIENT_ID: 'clientId', CLIENT_SECRET: 'clientSecret' }[part] ?? ''
    found.set(name, { ...found.get(name), [field]: value })
  }
  const providers: OAuthProviderConfig[] = []
  for (const [name, { issuer = knownIssuers[name], clientId, clientSecret }] of found) {
    const prefix = `OAUTH_${name.toUpperCase()}`
    const wrong = wrongIssuer(issuer, live)
    if (wrong) reasons.push(`${prefix}_ISSUER: ${wrong}`)
    if (!clientId) reasons.push(`${prefix}_CLIENT_ID: missing`)
    if (!clientSecret) reasons.push(`${prefix}_CLIENT_SECRET: missing`)
    // Unchanged, also a slash at the end: the provider's tokens name it exactly so.
    if (!wrong && issuer && clientId && clientSecret) providers.push({ name, issuer, clientId, clientSecret })
  }
  return { providers, reasons }
}

function wrongIssuer(issuer: string | undefined, live: boolean): string | null {
  if (!issuer || !URL.canParse(issuer)) return 'the address of the provider'
  const { protocol, hostname, search, hash, username } = new URL(issuer)
  if (search || hash || username) return 'the address of the provider, and nothing besides'
  if (protocol === 'https:') return null
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'http:' && isLoopback && !live ? null : 'by https'
}

function incompleteCaptcha({ CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY }: Environment): string[] {
  const given = [CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY].filter(Boolean).length
  return given === 0 || given === 3 ? [] : ['CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY: all three or none']
}

function listenUrlAlone({ DATABASE_URL, DATABASE_LISTEN_URL }: Environment): string[] {
  return DATABASE_LISTEN_URL && !DATABASE_URL ? ['DATABASE_LISTEN_URL: only with DATABASE_URL'] : []
}

/** Amazon's own service needs no endpoint; all other variables are required together. */
function incompleteS3(config: Environment): string[] {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT } = config
  const given = [S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].filter(Boolean).length
  if (given === 4 || (given === 0 && !S3_ENDPOINT)) return []
  return ['S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: all four or none, S3_ENDPOINT only with them']
}

/** The errors of a text-message provider's settings, all at once. */
function wrongSms(config: Environment): string[] {
  const { SMS_PROVIDER: provider, SMS_URL: address, SMS_TOKEN: token, SMS_FROM: from } = config
  if (!provider)
    return [address, token, from].some(Boolean) ? ['SMS_URL, SMS_TOKEN, SMS_FROM: only with SMS_PROVIDER'] : []
  const isTwilio = provider === 'twilio'
  const isInsecure = Boolean(address?.startsWith('http:')) && config.SHOP_MODE === 'live'
  return [
    !isTwilio && !address && 'SMS_URL: the address that takes the messages of SMS_PROVIDER=http',
    isTwilio && address !== undefined && address !== new URL(address).origin && 'SMS_URL: an address without a path',
    isInsecure && 'SMS_URL: by https, as the token goes there',
    !token && 'SMS_TOKEN: missing',
    Boolean(token) && !/^[\x21-\x7e]+$/.test(token ?? '') && 'SMS_TOKEN: holds characters that no token has',
    Boolean(token) &&
      isTwilio &&
      !/^AC[0-9a-f]{32}:[^:]+$/i.test(token ?? '') &&
      'SMS_TOKEN: of Twilio, ACCOUNT_SID:AUTH_TOKEN',
    !/^(?:\+[1-9]\d{6,14}|[A-Za-z0-9 ]{3,11})$/.test(from ?? '') &&
      'SMS_FROM: the number that sends, such as +447700900123, or a name of 3 to 11 letters and figures',
  ].filter((reason) => reason !== false)
}

function wrongFaultPoint({ FAULTS, FAULT_POINT }: Environment): string[] {
  if (!FAULT_POINT) return []
  const why = FAULTS === 'on' ? faultPointProblem(FAULT_POINT, faultPoints) : 'only with FAULTS=on'
  return why ? [`FAULT_POINT: ${why}`] : []
}

/** The errors of keys for the other mode, and of incomplete addresses. */
function wrongStripe({ SHOP_MODE, STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base }: Environment): string[] {
  const [, mode] = /^(?:sk|rk)_(test|live)_\w+$/.exec(key ?? '') ?? []
  return [
    Boolean(key) && !mode && 'STRIPE_SECRET_KEY: a secret key, sk_test_… or sk_live_…',
    mode === 'live' && SHOP_MODE === 'rehearsal' && 'STRIPE_SECRET_KEY: a rehearsal takes a test key, sk_test_…',
    Boolean(base) && !key && 'STRIPE_API_BASE: only with STRIPE_SECRET_KEY',
    base !== undefined && base !== new URL(base).origin && 'STRIPE_API_BASE: an address without a path',
  ].filter((reason) => reason !== false)
}

/** A misspelt variable would be a setting without effect. */
function unknownNames(env: object): string[] {
  return Object.keys(env)
    .filter((name) => ours.test(name) && !(name in environment.shape))
    .map((name) => `${name}: no such setting`)
}

function notReadyForLive(config: Config): string[] {
  return [
    !config.siteUrl.startsWith('https://') && 'SITE_URL: a live shop needs its https address',
    !config.JWT_SECRET && 'JWT_SECRET: a live shop needs one given, not generated',
    !config.STRIPE_SECRET_KEY && 'STRIPE_SECRET_KEY: a live shop takes real payments',
    Boolean(config.STRIPE_SECRET_KEY?.includes('_test_')) && 'STRIPE_SECRET_KEY: a test key takes no real payments',
    config.stripeWebhookSecrets.length === 0 && 'STRIPE_WEBHOOK_SECRET: a live shop must hear of payments',
    config.stripeWebhookSecrets.some((secret) => !secret.startsWith('whsec_')) &&
      'STRIPE_WEBHOOK_SECRET: the signing secret of an endpoint, whsec_…',
    Boolean(config.STRIPE_API_BASE?.startsWith('http:')) && 'STRIPE_API_BASE: by https, as the key goes there',
    !config.SMTP_URL && 'SMTP_URL: a live shop sends its letters',
    Boolean(config.KLAVIYO_API_BASE?.startsWith('http:')) && 'KLAVIYO_API_BASE: by https, as the key goes there',
    !config.TRUST_PROXY && 'TRUST_PROXY: how many proxies stand in front (0: none), or all shoppers are limited as one',
    config.FAULTS === 'on' && 'FAULTS: never in a live shop',
    !config.RATE_LIMITS && 'RATE_LIMITS: a live shop keeps its limits',
    !config.API_KEY_REQUIRED && 'API_KEY_REQUIRED: a live shop asks for keys',
  ].filter((reason) => reason !== false)
}

/** The process's environment, and `.env` of the working folder for variables it lacks. */
function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
