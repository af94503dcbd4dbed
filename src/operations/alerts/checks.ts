import { counted } from '#base/counts.ts'
import { formatFullTime } from '#base/shop-time.ts'
import { findFailingCheckouts } from '#features/checkout/checkout-health.ts'
import { tryOrder } from '#features/checkout/try-order.ts'
import type { Finding } from '#platform/alerts/incidents.ts'
import { findUsedUpTexts } from '#platform/auth/factors/text-budget.ts'
import type { Db } from '#platform/database/db.ts'
import { causeOf } from '#platform/error-cause.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { withTimeLimit } from '#platform/time-limit.ts'
import { findOldBackup, type NewestBackup } from '../backup/backup-age.ts'
import type { Config } from '../config/environment.ts'
import type { IncidentName } from './alert-labels.ts'
import { findWrongClock } from './clock-check.ts'

export type ChecksDeps = {
  db: Db
  /** Connections of its own, so that a busy shop does not look broken. */
  watch: Db
  queue: Pick<Queue, 'enqueue' | 'late'>
  provider: PaymentProvider
  config: Config
  newestBackup: NewestBackup
  timeoutMs?: number
}

const defaultTimeoutMs = 10_000

/** A backup is due after a day, and one that failed is made again every hour. */
const oldBackupHours = 48

/**
 * What the shop alerts of, looked at from this program: database, website, payment provider, checkouts, tasks, backup,
 * clock, text messages.
 */
export async function runAlertChecks(deps: ChecksDeps): Promise<Record<IncidentName, Finding>> {
  const [buying, tasks, backup, texts] = await Promise.all([
    findBuyingFault(deps),
    findLateTasks(deps),
    findBackupFault(deps),
    findTextsFault(deps),
  ])
  // Last: the payment provider has just answered.
  return { buying, tasks, backup, texts, clock: await findWrongClock(deps) }
}

/**
 * Whether a customer can buy. Writes an order and rolls it back; fetches the website at its public address, so that a
 * worker sees a dead server, proxy or certificate; reads the provider's latest events.
 */
async function findBuyingFault(deps: ChecksDeps): Promise<Finding> {
  const timeoutMs = deps.timeoutMs ?? defaultTimeoutMs
  const [database, website, payments, checkouts] = await Promise.all([
    reasonOf(timeoutMs, 'The database can’t take orders', () =>
      tryOrder({ db: deps.watch, queue: deps.queue }, deps.provider.name),
    ),
    checkWebsite(deps, timeoutMs),
    // A provider that is slow waits in a queue of its own, which is no fault.
    reasonOf(6 * timeoutMs, 'The payment provider isn’t responding', () => readLatestEvents(deps.provider)),
    findFailingCheckouts(deps.db).catch(() => null),
  ])
  const reasons = [
    database,
    // Without a database the website is not ready, which says nothing more.
    database ? null : website,
    payments,
    checkouts &&
      `${counted(checkouts.failures, 'checkout', 'checkouts')} failed since ${formatFullTime(checkouts.since)}, and none succeeded.`,
  ].filter((reason) => reason !== null)
  if (reasons.length === 0) return { state: 'well' }
  return { state: 'faulty', reasons, ...(reasons.length === 1 && checkouts && { since: checkouts.since }) }
}

function checkWebsite({ config }: ChecksDeps, timeoutMs: number): Promise<string | null> {
  const address = config.ALERT_CHECK_URL ?? config.siteUrl
  if (address === 'off') return Promise.resolve(null)
  return reasonOf(timeoutMs, `The website isn’t responding at ${address}`, async () => {
    const response = await fetch(`${address}/health/ready`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { connection: 'close' },
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it responded with status ${response.status}`)
  })
}

async function readLatestEvents(provider: PaymentProvider): Promise<void> {
  const until = new Date()
  const events = provider.inBackground().listMissedEvents({ from: new Date(until.getTime() - 60_000), until })
  for await (const _ of events) break
}

async function findLateTasks({ queue }: ChecksDeps): Promise<Finding> {
  try {
    const late = await queue.late()
    if (!late) return { state: 'well' }
    const reason = `${counted(late.count, 'task is', 'tasks are')} overdue, and nothing is running them.`
    return { state: 'faulty', reasons: [reason], since: late.since }
  } catch {
    return { state: 'unknown' }
  }
}

async function findBackupFault(deps: ChecksDeps): Promise<Finding> {
  try {
    const old = await findOldBackup(deps, oldBackupHours)
    if (!old) return { state: 'well' }
    const reason = old.takenAt
      ? `The latest backup was made on ${formatFullTime(old.takenAt)}.`
      : 'No backup has been made yet.'
    const reasons = old.isDaily ? [reason] : [reason, 'The shop makes none itself: BACKUP_TO is not set.']
    return { state: 'faulty', reasons, ...(old.takenAt && { since: old.takenAt }) }
  } catch {
    return { state: 'unknown' }
  }
}

async function findTextsFault({ watch, config }: ChecksDeps): Promise<Finding> {
  try {
    const usedUp = await watch.asService((tx) => findUsedUpTexts(tx, config.SMS_PER_DAY))
    if (!usedUp) return { state: 'well' }
    const count = counted(usedUp.texts, 'text message was', 'text messages were')
    const reason =
      usedUp.to === 'all numbers'
        ? `${count} sent today, the most that SMS_PER_DAY allows. There are no more until midnight UTC.`
        : `${count} sent to new numbers today, half of what SMS_PER_DAY allows. Numbers that customers already use get theirs.`
    return { state: 'faulty', reasons: [reason] }
  } catch {
    return { state: 'unknown' }
  }
}

/** Why work fails or takes too long; null when it does not. */
async function reasonOf(timeoutMs: number, title: string, work: () => Promise<void>): Promise<string | null> {
  try {
    await withTimeLimit(work(), timeoutMs)
    return null
  } catch (error) {
    return `${title}: ${causeOf(error)}.`
  }
}
