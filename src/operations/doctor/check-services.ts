import { randomUUID } from 'node:crypto'
import nodemailer from 'nodemailer'
import Stripe from 'stripe'
import { requiresTls } from '#platform/email/smtp.ts'
import { causeOf } from '#platform/log.ts'
import { stripeInfo } from '#platform/payments/stripe/stripe-info.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import type { Config } from '../config/environment.ts'
import { clockCure, describeSkew, readReadiness } from '../facts.ts'
import { type Checks, error, ok, type Result, warning } from './finding.ts'

/** What the shop calls: the mail server, Stripe, the picture store, and the shop itself through its proxy. */
export function checkServices(config: Config, files: FileStore): Checks {
  return {
    'e-mail': () => checkMail(config),
    payments: () => checkStripe(config),
    pictures: () => checkFiles(files),
    address: () => checkAddress(config),
  }
}

async function checkMail({ SMTP_URL: url }: Config): Promise<Result> {
  if (!url) return ok('goes to /dev/mailbox, as in every rehearsal without SMTP_URL')
  const server = nodemailer.createTransport({
    url,
    requireTLS: requiresTls(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 5_000,
  })
  try {
    await server.verify()
    return ok('the mail server accepts the login')
  } catch (reason) {
    return error(`the mail server can’t be used: ${causeOf(reason)}`, 'Check SMTP_URL: host, port, user and password.')
  } finally {
    server.close()
  }
}

async function checkStripe(config: Config): Promise<Result | Result[]> {
  if (!config.STRIPE_SECRET_KEY) return ok('test payments, as in every rehearsal without STRIPE_SECRET_KEY')
  const base = config.STRIPE_API_BASE && new URL(config.STRIPE_API_BASE)
  const stripe = new Stripe(config.STRIPE_SECRET_KEY, {
    maxNetworkRetries: 1,
    timeout: 8_000,
    telemetry: false,
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'http:' ? 'http' : 'https' }),
  })
  let skew: string | null
  try {
    const { lastResponse } = await stripe.checkout.sessions.list({ limit: 1 })
    skew = describeSkew(Date.now() - Date.parse(lastResponse.headers.date ?? '') || 0, 'Stripe’s')
  } catch (reason) {
    return error(
      `a request to Stripe failed: ${(reason as Error).message}`,
      'Check STRIPE_SECRET_KEY; docs/owner/stripe.md lists the rights it needs.',
    )
  }
  return [
    ok('Stripe accepts the key'),
    ...(skew ? [{ check: 'clock', ...error(skew, clockCure) }] : []),
    { check: 'webhook', ...(await checkWebhook(stripe, config)) },
  ]
}

/** A restricted key may not list webhook endpoints: then the check says that it could not look. */
async function checkWebhook(stripe: Stripe, { siteUrl, stripeWebhookSecrets }: Config): Promise<Result> {
  const url = `${siteUrl}/webhooks/stripe`
  if (stripeWebhookSecrets.length === 0)
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
