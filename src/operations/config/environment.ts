import { z } from 'zod'
import { smallestBudget } from '#platform/database/connections.ts'
import { minBackupPassword } from '../backup/backup-password.ts'
import { databaseAddress, httpAddress, smtpAddress } from './address-schemas.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true')
const port = z.coerce.number().int().min(0).max(65535)
const url = httpAddress()
const hook = httpAddress({ allowQuery: true })
const given = z.string().min(1).optional()
const secret = z.string().min(32, 'at least 32 characters').optional()

/** Every variable the shop reads, each with its default; `.env.example` explains them. */
export const environment = z.object({
  SHOP_MODE: z.enum(['rehearsal', 'live']).default('rehearsal'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SITE_URL: url.optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(5).default(0),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_LISTEN_URL: databaseAddress.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(smallestBudget).max(200).default(16),
  WORKER: z.enum(['inline', 'off']).default('inline'),
  WORKER_PORT: port.optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(12, 'an administrator’s password has at least 12 characters').max(128).optional(),
  LAUNCH_AT: z.iso.datetime({ offset: true }).optional(),
  JWT_SECRET: secret,
  FORMER_JWT_SECRET: secret,
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
  STRIPE_REQUESTS_PER_SECOND: z.coerce.number().min(2).max(100).optional(),
  PLAINTEXT_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: given,
  SMS_PROVIDER: z.enum(['twilio', 'http']).optional(),
  SMS_URL: hook.optional(),
  SMS_TOKEN: given,
  SMS_FROM: given,
  SMS_COUNTRIES: z
    .string()
    .regex(/^\s*[A-Z]{2}(?:[\s,]+[A-Z]{2})*\s*$/, 'codes of countries such as GB,IE')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .optional(),
  SMS_PER_DAY: z.coerce.number().int().min(2).max(100_000).default(200),
  KLAVIYO_API_KEY: given,
  KLAVIYO_API_BASE: url.optional(),
  CLICK_AND_DROP_API_BASE: url.optional(),
  S3_BUCKET: given,
  S3_ENDPOINT: url.optional(),
  S3_REGION: given,
  S3_ACCESS_KEY_ID: given,
  S3_SECRET_ACCESS_KEY: given,
  BACKUP_TO: given,
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  BACKUP_KEY: z.string().min(minBackupPassword, `at least ${minBackupPassword} characters`).optional(),
  TRUST_PROXY: given,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: given,
  OTEL_EXPORTER_OTLP_ENDPOINT: hook.optional(),
  ALERT_EMAIL: z.union([z.literal('off'), z.email('an e-mail address, or off')]).optional(),
  ALERT_WEBHOOK: hook.optional(),
  ALERT_WEBHOOK_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  ALERT_CHECK_URL: httpAddress({ allowQuery: true, allowOff: true }).optional(),
  PAGE_CACHE: flag(true),
})

export type Environment = z.output<typeof environment>
export type Config = Environment & {
  siteUrl: string
  launchAt: Date
  /** MAIL_FROM, or the shop's own name and address as they are now. */
  mailFrom(): string
  /** Where backups go: a folder, or s3://BUCKET/FOLDER. */
  backupTo: string
  /**
   * The signing secrets of Stripe's webhook endpoints: STRIPE_WEBHOOK_SECRET holds one, or several with commas between.
   */
  stripeWebhookSecrets: string[]
  /** OpenID Connect providers for sign-in, from OAUTH_<PROVIDER>_ISSUER, _CLIENT_ID and _CLIENT_SECRET. */
  oauthProviders: OAuthProviderConfig[]
}

/** An OpenID Connect provider, from its OAUTH_ variables. */
export type OAuthProviderConfig = { name: string; issuer: string; clientId: string; clientSecret: string }
