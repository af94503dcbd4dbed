import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { callAlertWebhook } from '#platform/alerts/alert-webhook.ts'
import type { Channel } from '#platform/alerts/incidents.ts'
import type { Db } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import type { Email, EmailTransport } from '#platform/email/email.ts'
import { mailTransport } from '#platform/email/transport.ts'
import { causeOf } from '#platform/log.ts'
import type { Config } from '../config/environment.ts'
import { error, ok, type Result, warning } from '../doctor/finding.ts'
import { testAlertBody, testAlertEmail } from './alert-labels.ts'

/** The channels by which this shop alerts. A rehearsal alerts only where the environment names an address. */
export function alertChannels({ SHOP_MODE, ALERT_EMAIL, ALERT_WEBHOOK }: Config): Channel[] {
  const byEmail = ALERT_EMAIL !== 'off' && (SHOP_MODE === 'live' || ALERT_EMAIL !== undefined)
  return [...(byEmail ? (['email'] as const) : []), ...(ALERT_WEBHOOK ? (['webhook'] as const) : [])]
}

/** ALERT_EMAIL, else the confirmed addresses of all administrators; `known` while the database is away. */
export async function listAlertAddresses({ ALERT_EMAIL }: Config, db: Db, known: string[] = []): Promise<string[]> {
  if (ALERT_EMAIL && ALERT_EMAIL !== 'off') return [ALERT_EMAIL]
  try {
    const { rows } = await db.asService((tx) =>
      sql<{ email: string }>`select u.email from auth.users u join public.user_roles r on r.user_id = u.id
        where r.role = 'admin' and u.email_confirmed_at is not null order by u.created_at limit 10`.execute(tx),
    )
    return rows.flatMap(({ email }) => mailAddress(email) ?? [])
  } catch {
    return known
  }
}

/** Sends at once, and not by the outbox: alerts must arrive while the database is away. */
export async function sendAlertEmail(
  email: Email,
  { addresses, transport, siteUrl }: { addresses: string[]; transport: EmailTransport; siteUrl: string },
): Promise<void> {
  const host = new URL(siteUrl).hostname
  if (addresses.length === 0) throw new Error('no administrator has a confirmed e-mail address')
  for (const recipient of addresses)
    await transport.send({ email, recipient, messageId: `<alert.${randomUUID()}@${host}>` })
}

/** Sends a test alert by every channel that is set up. Each channel is a finding, with the exact failure. */
export async function sendTestAlert(config: Config, db: Db, smtpUrl: string | undefined): Promise<Result[]> {
  const channels = alertChannels(config)
  if (channels.length === 0)
    return [warning('no alerts are set up', 'Set ALERT_EMAIL or ALERT_WEBHOOK; .env.example explains both.')]
  return Promise.all(
    channels.map((channel) => (channel === 'email' ? byEmail(config, db, smtpUrl) : byWebhook(config))),
  )
}

async function byEmail(config: Config, db: Db, smtpUrl: string | undefined): Promise<Result> {
  const { siteUrl, mailFrom } = config
  const addresses = await listAlertAddresses(config, db)
  const transport = mailTransport({ db, smtpUrl, mailFrom })
  try {
    await sendAlertEmail(testAlertEmail(contextOf(config)), { addresses, transport, siteUrl })
    const to = `the e-mail to ${addresses.join(', ')}`
    return ok(smtpUrl ? `the mail server accepted ${to}` : `${to} is in /dev/mailbox`)
  } catch (reason) {
    return error(
      `the e-mail was not sent: ${causeOf(reason)}`,
      'Check the mail server, or set ALERT_EMAIL to an address that receives e-mail.',
    )
  } finally {
    transport.close()
  }
}

async function byWebhook(config: Config): Promise<Result> {
  const { ALERT_WEBHOOK: url = '', ALERT_WEBHOOK_SECRET: secret } = config
  // An address may have a secret in its path.
  const { host } = new URL(url)
  try {
    await callAlertWebhook({ url, secret }, testAlertBody(contextOf(config), new Date()))
    return ok(`the webhook at ${host} accepted it`)
  } catch (reason) {
    return error(
      `the webhook at ${host} failed: ${causeOf(reason)}`,
      'Check ALERT_WEBHOOK, and the service that receives it.',
    )
  }
}

function contextOf({ siteUrl, SHOP_MODE }: Config) {
  return { siteUrl, isRehearsal: SHOP_MODE === 'rehearsal' }
}
