import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { verifySmtp } from '#platform/email/smtp.ts'
import { causeOf } from '#platform/log.ts'
import { openKeyClient } from '#platform/payments/stripe/check-keys.ts'
import { stripeInfo } from '#platform/payments/stripe/stripe-info.ts'
import type { StripeKeys } from '#platform/secrets/service-keys.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import type { Config } from '../config/environment.ts'
import { clockCure, describeSkew, readReadiness } from '../facts.ts'
import type { KeysInUse } from '../keys/keys-in-use.ts'
import { type Checks, error, ok, type Result, warning } from './finding.ts'

/** What the shop calls: the mail server, Stripe, the picture store, and the shop itself through its proxy. */
export function checkServices(config: Config, keys: Pick<KeysInUse, 'stripe' | 'smtpUrl'>, files: FileStore): Checks {
  return {
    'e-mail': () => checkMail(keys.smtpUrl()),
    payments: () => checkStripe(config, keys.stripe()),
    pictures: () => checkFiles(files),
    address: () => checkAddress(config),
  }
}

async function checkMail(url: string | undefined): Promise<Result> {
  if (!url) return ok('goes to /dev/mailbox, as in every rehearsal without a mail server')
  try {
    await verifySmtp(url)
    return ok('the mail server accepts the login')
  } catch (reason) {
    return error(
      `the mail server can’t be used: ${causeOf(reason)}`,
      'Check SMTP_URL, or the mail server in the settings: host, port, user and password.',
    )
  }
}

async function checkStripe(config: Config, keys: StripeKeys | null): Promise<Result | Result[]> {
  if (!keys) return ok('test payments, as in every rehearsal without a key of Stripe')
  const stripe = openKeyClient({ secretKey: keys.secretKey, apiBase: config.STRIPE_API_BASE })
  let skew: string | null
  try {
    const { lastResponse } = await stripe.checkout.sessions.list({ limit: 1 })
    skew = describeSkew(Date.now() - Date.parse(lastResponse.headers.date ?? '') || 0, 'Stripe’s')
  } catch (reason) {
    return error(
      `a request to Stripe failed: ${(reason as Error).message}`,
      'Check STRIPE_SECRET_KEY, or the key in the settings; docs/owner/stripe.md lists the rights it needs.',
    )
  }
  return [
    ok('Stripe accepts the key'),
    ...(skew ? [{ check: 'clock', ...error(skew, clockCure) }] : []),
    { check: 'webhook', ...(await checkWebhook(stripe, config.siteUrl, keys)) },
  ]
}

/** A restricted key may not list webhook endpoints: then the check says that it could not look. */
async function checkWebhook(stripe: Stripe, siteUrl: string, { webhookSecrets }: StripeKeys): Promise<Result> {
  const url = `${siteUrl}/webhooks/stripe`
  if (webhookSecrets.length === 0)
    return warning(
      'STRIPE_WEBHOOK_SECRET is missing, so payments show up minutes late',
      'Follow docs/owner/stripe.md, step 5.',
    )
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).catch(() => null)
  if (!endpoints) return ok('the secret is set; this key may not list endpoints, so Stripe’s side was not checked')
  const endpoint = endpoints.data.find((each) => each.url === url && each.status === 'enabled')
  if (!endpoint) return error(`Stripe has no enabled endpoint ${url}`, 'Add it as in docs/owner/stripe.md, step 5.')
  const wanted = Object.values(stripeInfo.eventTypes).flat()
  const missing = wanted.filter(
    (type) => !(endpoint.enabled_events as string[]).some((each) => each === type || each === '*'),
  )
  return missing.length > 0
    ? warning(`the endpoint does not receive ${missing.join(', ')}`, 'Add these events to it at Stripe.')
    : ok(`Stripe sends events to ${url}`)
}

async function checkFiles(files: FileStore): Promise<Result> {
  const name = `tmp-doctor/${randomUUID()}`
  const content = Buffer.from('written by doctor')
  try {
    await files.put(name, content, 'text/plain')
    const read = await files.read(name)
    if (!read?.equals(content)) throw new Error('it does not return what was written')
    await files.remove([name])
  } catch (reason) {
    return error(
      `the picture store does not work: ${(reason as Error).message}`,
      files.kind === 's3'
        ? 'Check the S3_ variables, and the key’s rights on the bucket.'
        : 'Make sure that the shop’s user can write to DATA_DIR/storage.',
    )
  }
  return ok(files.kind === 's3' ? 'the bucket can be written and read' : 'the folder can be written and read')
}

/** The shop at its public address, as a customer reaches it. */
async function checkAddress({ siteUrl, SHOP_MODE }: Config): Promise<Result> {
  const cure = 'Start the shop, and check the proxy, the certificate and SITE_URL.'
  try {
    const { ok: isReady, status } = await readReadiness(siteUrl, 8_000)
    return isReady
      ? ok(`${siteUrl} is up and ready for orders`)
      : error(`${siteUrl}/health/ready responded with status ${status}`, cure)
  } catch (reason) {
    const found = `${siteUrl} is not responding: ${causeOf(reason)}`
    return SHOP_MODE === 'live' ? error(found, cure) : warning(found, cure)
  }
}
