import { callAlertWebhook } from '#platform/alerts/alert-webhook.ts'
import type { Db } from '#platform/database/db.ts'
import { mailTransport } from '#platform/email/transport.ts'
import { causeOf } from '#platform/error-cause.ts'
import type { Config } from '../config/environment.ts'
import { error, ok, type Result, warning } from '../doctor/finding.ts'
import { alertChannels, listAlertAddresses, sendAlertEmail } from './alert-channels.ts'
import { testAlertBody, testAlertEmail } from './alert-labels.ts'

/** Sends a test alert by every channel that is set up. Each channel is a finding, with the exact failure. */
export async function sendTestAlert(config: Config, db: Db): Promise<Result[]> {
  const channels = alertChannels(config)
  if (channels.length === 0)
    return [warning('no alerts are set up', 'Set ALERT_EMAIL or ALERT_WEBHOOK; .env.example explains both.')]
  return Promise.all(channels.map((channel) => (channel === 'email' ? byEmail(config, db) : byWebhook(config))))
}

async function byEmail(config: Config, db: Db): Promise<Result> {
  const { siteUrl, SMTP_URL: smtpUrl, mailFrom } = config
  const addresses = await listAlertAddresses(config, db)
  const transport = mailTransport({ db, smtpUrl, mailFrom })
  try {
    await sendAlertEmail(testAlertEmail(contextOf(config)), { addresses, transport, siteUrl })
    const to = `the e-mail to ${addresses.join(', ')}`
    return ok(smtpUrl ? `the mail server accepted ${to}` : `${to} is in /dev/mailbox`)
  } catch (reason) {
    return error(
      `the e-mail was not sent: ${causeOf(reason)}`,
      'Check SMTP_URL, or set ALERT_EMAIL to an address that receives e-mail.',
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
