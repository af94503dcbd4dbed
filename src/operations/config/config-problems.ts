import { faultPointProblem } from '#platform/jobs/fault-points.ts'
import { type Config, type Environment, environment } from './environment.ts'

// Each check returns the problems of some variables, one line each.

const ours =
  /^(SHOP_|ALERT_|WORKER|AUTH_|ADMIN_|JWT_|FORMER_|STRIPE_|SMTP_|MAIL_|BACKUP_|SMS_|KLAVIYO_|CLICK_|S3_|CAPTCHA_|DATABASE_|PASSWORD_|NOTIFY_|LAUNCH_|SITE_|RATE_LIMIT|API_KEY_|FAULT|DRAIN_|PLAINTEXT_)/

export function incompleteCaptcha({ CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY }: Environment): string[] {
  const given = [CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY].filter(Boolean).length
  return given === 0 || given === 3 ? [] : ['CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY: all three or none']
}

export function listenUrlAlone({ DATABASE_URL, DATABASE_LISTEN_URL }: Environment): string[] {
  return DATABASE_LISTEN_URL && !DATABASE_URL ? ['DATABASE_LISTEN_URL: only with DATABASE_URL'] : []
}

export function secretWithoutWebhook({ ALERT_WEBHOOK, ALERT_WEBHOOK_SECRET }: Environment): string[] {
  return ALERT_WEBHOOK_SECRET && !ALERT_WEBHOOK ? ['ALERT_WEBHOOK_SECRET: only with ALERT_WEBHOOK'] : []
}

/**
 * Amazon's own service needs no endpoint; all other variables are required together. With backups alone in a bucket,
 * S3_BUCKET, which has the pictures, may be missing.
 */
export function incompleteS3(config: Environment): string[] {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT } = config
  const backupsInBucket = Boolean(config.BACKUP_TO?.startsWith('s3://'))
  if (backupsInBucket && !S3_BUCKET && S3_REGION && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) return []
  const given = [S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].filter(Boolean).length
  if (given === 4 || (given === 0 && !S3_ENDPOINT)) return []
  return ['S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: all four or none, S3_ENDPOINT only with them']
}

/** The errors of a text-message provider's settings, all at once. */
export function wrongSms(config: Environment): string[] {
  const { SMS_PROVIDER: provider, SMS_URL: address, SMS_TOKEN: token, SMS_FROM: from } = config
  if (!provider)
    return [address, token, from].some(Boolean) ? ['SMS_URL, SMS_TOKEN, SMS_FROM: only with SMS_PROVIDER'] : []
  const isTwilio = provider === 'twilio'
  const isInsecure = Boolean(address?.startsWith('http:')) && config.SHOP_MODE === 'live'
  return [
    !isTwilio && !address && 'SMS_URL: missing, the address that receives the messages of SMS_PROVIDER=http',
    isTwilio && address !== undefined && address !== new URL(address).origin && 'SMS_URL: an address without a path',
    isInsecure && 'SMS_URL: must use https, because the token is sent there',
    !token && 'SMS_TOKEN: missing',
    Boolean(token) && !/^[\x21-\x7e]+$/.test(token ?? '') && 'SMS_TOKEN: contains characters that a token cannot have',
    Boolean(token) &&
      isTwilio &&
      !/^AC[0-9a-f]{32}:[^:]+$/i.test(token ?? '') &&
      'SMS_TOKEN: for Twilio, ACCOUNT_SID:AUTH_TOKEN',
    !/^(?:\+[1-9]\d{6,14}|[A-Za-z0-9 ]{3,11})$/.test(from ?? '') &&
      'SMS_FROM: the sender’s number, such as +447700900123, or a name of 3 to 11 letters and digits',
  ].filter((reason) => reason !== false)
}

export function wrongFaultPoint({ FAULTS, FAULT_POINT }: Environment): string[] {
  if (!FAULT_POINT) return []
  const why = FAULTS === 'on' ? faultPointProblem(FAULT_POINT, faultPoints) : 'only with FAULTS=on'
  return why ? [`FAULT_POINT: ${why}`] : []
}

/** The errors of keys for the other mode, and of incomplete addresses. Without a key here the owner's are used. */
export function wrongStripe({ SHOP_MODE, STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base }: Environment): string[] {
  const [, mode] = /^(?:sk|rk)_(test|live)_\w+$/.exec(key ?? '') ?? []
  return [
    Boolean(key) && !mode && 'STRIPE_SECRET_KEY: a secret key, sk_test_… or sk_live_…',
    mode === 'live' && SHOP_MODE === 'rehearsal' && 'STRIPE_SECRET_KEY: a rehearsal takes a test key, sk_test_…',
    base !== undefined && base !== new URL(base).origin && 'STRIPE_API_BASE: an address without a path',
  ].filter((reason) => reason !== false)
}

/** A misspelt variable would be a setting without effect. */
export function unknownNames(env: object): string[] {
  return Object.keys(env)
    .filter((name) => ours.test(name) && !(name in environment.shape))
    .map((name) => `${name}: no such setting`)
}

/** What of a rehearsal is left in the environment. The owner's keys are checked when the database is open: `keysMissing`. */
export function notReadyForLive(config: Config): string[] {
  return [
    !config.siteUrl.startsWith('https://') && 'SITE_URL: a live shop needs its https address',
    !config.JWT_SECRET && 'JWT_SECRET: a live shop needs one of its own; the generated one is for rehearsals',
    Boolean(config.STRIPE_SECRET_KEY?.includes('_test_')) && 'STRIPE_SECRET_KEY: a test key takes no real payments',
    Boolean(config.STRIPE_SECRET_KEY) &&
      config.stripeWebhookSecrets.length === 0 &&
      'STRIPE_WEBHOOK_SECRET: a live shop needs it to receive payment events',
    config.stripeWebhookSecrets.some((secret) => !secret.startsWith('whsec_')) &&
      'STRIPE_WEBHOOK_SECRET: the signing secret of an endpoint, whsec_…',
    Boolean(config.STRIPE_API_BASE?.startsWith('http:')) &&
      'STRIPE_API_BASE: must use https, because the key is sent there',
    Boolean(config.KLAVIYO_API_BASE?.startsWith('http:')) &&
      'KLAVIYO_API_BASE: must use https, because the key is sent there',
    Boolean(config.CLICK_AND_DROP_API_BASE?.startsWith('http:')) &&
      'CLICK_AND_DROP_API_BASE: must use https, because the key is sent there',
    !config.TRUST_PROXY &&
      'TRUST_PROXY: the number of proxies in front of the shop (0: none); otherwise all shoppers share one rate limit',
    config.FAULTS === 'on' && 'FAULTS: never in a live shop',
    !config.RATE_LIMITS && 'RATE_LIMITS: a live shop keeps its limits',
    !config.API_KEY_REQUIRED && 'API_KEY_REQUIRED: a live shop requires API keys',
  ].filter((reason) => reason !== false)
}

/**
 * Every point at which a test may kill the process, in the order of a purchase. Points between a call to the payment
 * provider and our own commit are where money could get lost.
 */
export const faultPoints = [
  'checkout.received', // the request has arrived, nothing of it was read
  'checkout.before-order-commit', // the order's rows are written and not committed
  'checkout.order-committed', // the order is committed, the provider was not called
  'checkout.page-made', // the provider has responded, nothing of it was written
  'checkout.before-page-commit',
  'checkout.page-committed', // the customer has no response yet
  'checkout.page-closed', // a changed cart's old page is closed at the provider, not yet here
  'webhook.received',
  'webhook.verified',
  'webhook.before-commit', // event and job are written and not committed
  'webhook.committed', // the provider has no response yet
  'settle.answered', // the provider has responded with the payment's state, nothing of it was written
  'settle.before-commit',
  'settle.committed',
  'refund.before-commit', // a refund is requested and not committed
  'refund.before-call', // it is committed, the provider was not called
  'refund.called', // the provider has the refund, nothing of it was written
  'refund.committed',
  'postage.before-call', // a parcel is claimed, Click & Drop does not have it yet
  'postage.called', // Click & Drop has the parcel, nothing of it was written
  'postage.removed', // Click & Drop has deleted the parcel, nothing of it was written
  'postage.shipped', // the order is shipped, its parcel is not marked
  'repair.before-commit',
  'repair.committed',
  'email.before-send', // leased and written
  'email.sent', // the mail server has the e-mail, nothing of it was written
  'upload.received', // all bytes of an upload are in memory, nothing is stored
  'upload.stored', // the bytes are in the store, no row names them
  'upload.row-written', // the object exists, the client has no response yet
] as const
export type FaultPoint = (typeof faultPoints)[number]
