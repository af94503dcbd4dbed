import { composeEmail } from '#mail/compose-email.tsx'
import { callAlertWebhook } from '#platform/alerts/alert-webhook.ts'
import { type AlertOf, type Channel, type Incident, type Rules, stepIncident } from '#platform/alerts/incidents.ts'
import { openWatchRow } from '#platform/alerts/watch-row.ts'
import type { EmailTransport } from '#platform/email/email.ts'
import type { Log } from '#platform/log.ts'
import { alertChannels, listAlertAddresses, sendAlertEmail } from './alert-channels.ts'
import { alertBody, alertEmail, type IncidentName, incidentNames } from './alert-labels.ts'
import { type ChecksDeps, runAlertChecks } from './checks.ts'

const minuteMs = 60_000

/** Tasks are due for three minutes before the queue calls them late, and a backup's age is its own delay. */
const rules: Record<IncidentName, Rules> = {
  buying: { alertAfterMs: 5 * minuteMs, clearAfterMs: 5 * minuteMs },
  tasks: { alertAfterMs: 10 * minuteMs, clearAfterMs: 2 * minuteMs },
  backup: { alertAfterMs: 0, clearAfterMs: 0 },
  clock: { alertAfterMs: 2 * minuteMs, clearAfterMs: 2 * minuteMs },
  texts: { alertAfterMs: 0, clearAfterMs: 0 },
  examples: { alertAfterMs: 0, clearAfterMs: 0 },
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
 * Watches the shop and alerts the owner, by e-mail and by a webhook, once per incident. Of all programs one watches,
 * and another goes on when it ends. Addresses are remembered for the time that the database is away.
 */
export function watchShop(deps: WatchDeps): ShopWatch {
  const { config, log, everyMs = 30_000 } = deps
  const channels = alertChannels(config)
  if (channels.length === 0) return { stop: async () => undefined }

  const row = openWatchRow(deps.watch)
  const { siteUrl } = config
  const context = { siteUrl, isRehearsal: config.SHOP_MODE === 'rehearsal' }
  let addresses: string[] = []

  async function send(channel: Channel, alert: AlertOf): Promise<boolean> {
    const about = { channel, incident: alert.incident.name, alert: alert.kind }
    try {
      if (channel === 'email')
        await sendAlertEmail(await composeEmail(alertEmail(alert, context)), {
          addresses,
          transport: deps.transport,
          siteUrl,
        })
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
    addresses = await listAlertAddresses(config, deps.watch, addresses)
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
