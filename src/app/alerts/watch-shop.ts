import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { callAlertWebhook } from '#platform/alerts/alert-webhook.ts'
import { type AlertOf, type Channel, type Incident, type Rules, stepIncident } from '#platform/alerts/incidents.ts'
import { openWatchRow } from '#platform/alerts/watch-row.ts'
import type { Db } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import type { EmailTransport } from '#platform/email/email.ts'
import type { Log } from '#platform/log.ts'
import { composeEmail } from '#ui/email/compose-email.tsx'
import { alertBody, alertEmail, type IncidentName, incidentNames } from './alert-labels.ts'
import { type ChecksDeps, runAlertChecks } from './checks.ts'

const minuteMs = 60_000

/** Tasks are due for three minutes before the queue calls them late, and a backup's age is its own delay. */
const rules: Record<IncidentName, Rules> = {
  buying: { alertAfterMs: 5 * minuteMs, clearAfterMs: 5 * minuteMs },
  tasks: { alertAfterMs: 10 * minuteMs, clearAfterMs: 2 * minuteMs },
  backup: { alertAfterMs: 0, clearAfterMs: 0 },
  clock: { alertAfterMs: 2 * minuteMs, clearAfterMs: 2 * minuteMs },
}

export type WatchDeps = ChecksDeps & {
  transport: EmailTransport
  log: Log
  everyMs?: number
  /** Other delays, for tests. */
  rules?: Record<IncidentName, Rules>
}

export type ShopWatch = { stop(): Promise<void> }

/**
 * Watches the shop and alerts the owner, by e-mail and by a webhook, once per incident. Of all programs one watches, and
 * another goes on when it ends. E-mails are sent here and not queued, and addresses are remembered: both must work while
 * the database is away. A rehearsal alerts only where the environment names an address.
 */
export function watchShop(deps: WatchDeps): ShopWatch {
  const { config, log, everyMs = 30_000 } = deps
  const isRehearsal = config.SHOP_MODE === 'rehearsal'
  const byEmail = config.ALERT_EMAIL !== 'off' && (!isRehearsal || config.ALERT_EMAIL !== undefined)
  const channels: Channel[] = [
    ...(byEmail ? (['email'] as const) : []),
    ...(config.ALERT_WEBHOOK ? (['webhook'] as const) : []),
  ]
  if (channels.length === 0) return { stop: async () => undefined }

  const row = openWatchRow(deps.watch)
  const context = { siteUrl: config.siteUrl, isRehearsal }
  let addresses: string[] = []

  async function sendEmail(alert: AlertOf): Promise<void> {
    const email = await composeEmail(alertEmail(alert, context))
    const host = new URL(config.siteUrl).hostname
    if (addresses.length === 0) throw new Error('no administrator has an address')
    for (const recipient of addresses)
      await deps.transport.send({ email, recipient, messageId: `<alert.${randomUUID()}@${host}>` })
  }

  async function send(channel: Channel, alert: AlertOf): Promise<boolean> {
    const about = { channel, incident: alert.incident.name, alert: alert.kind }
    try {
      if (channel === 'email') await sendEmail(alert)
      else
        await callAlertWebhook(
          { url: config.ALERT_WEBHOOK ?? '', secret: config.ALERT_WEBHOOK_SECRET },
          alertBody(alert, context),
        )
      log.info({ ...about, reasons: alert.incident.reasons }, 'an alert was sent')
      return true
    } catch (error) {
      log.error({ ...about, why: (error as Error).message }, 'an alert could not be sent; it is tried again')
      return false
    }
  }

  async function look(): Promise<void> {
    if (!(await row.claim())) return
    addresses =
      config.ALERT_EMAIL && config.ALERT_EMAIL !== 'off'
        ? [config.ALERT_EMAIL]
        : await listAdministrators(deps.watch, addresses)
    const findings = await runAlertChecks(deps)
    const now = new Date()
    const incidents: Incident[] = []
    for (const name of incidentNames) {
      const known = row.incidents().find((incident) => incident.name === name) ?? null
      const step = { name, finding: findings[name], now, rules: (deps.rules ?? rules)[name], channels, send }
      const incident = await stepIncident(known, step)
      if (incident) incidents.push(incident)
    }
    await row.keep(incidents)
  }

  let isStopped = false
  let timer: NodeJS.Timeout
  let looking: Promise<void> = Promise.resolve()
  const plan = (delayMs: number) => {
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => log.error({ error }, 'the shop could not be watched'))
        .finally(() => {
          if (!isStopped) plan(everyMs)
        })
    }, delayMs)
    timer.unref()
  }
  plan(everyMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
      await row.release()
    },
  }
}

/** The confirmed addresses of all administrators; the ones known before while the database is away. */
async function listAdministrators(db: Db, known: string[]): Promise<string[]> {
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
