import { counted } from '#base/counts.ts'
import { formatFullTime } from '#base/shop-time.ts'
import { findFailingCheckouts } from '#features/checkout/checkout-health.ts'
import { tryOrder } from '#features/checkout/try-order.ts'
import type { ShownDocument } from '#features/content/documents/read-documents.ts'
import type { Finding } from '#platform/alerts/incidents.ts'
import { findUsedUpTexts } from '#platform/auth/factors/text-codes.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { causeOf } from '#platform/log.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { withTimeLimit } from '#platform/time-limit.ts'
import type { Config } from '../config/environment.ts'
import { type NewestBackup, readBackup, readReadiness, readSkews } from '../facts.ts'
import { listExamples } from '../start/own-texts.ts'
import type { IncidentName } from './alert-labels.ts'

export type ChecksDeps = {
  db: Db
  /** Connections of its own, so that a busy shop does not look broken. */
  watch: Db
  queue: Pick<Queue, 'enqueue' | 'late'>
  provider: PaymentProvider
  config: Config
  newestBackup: NewestBackup
  /** Every document that is shown now. */
  shown: () => readonly ShownDocument[]
  timeoutMs?: number
}

/**
 * What the shop alerts of, looked at from this program: database, website, payment provider, checkouts, tasks, backup,
 * clock, text messages, and in a live shop what is left of the example shop.
 */
export async function runAlertChecks(deps: ChecksDeps): Promise<Record<IncidentName, Finding>> {
  const [buying, tasks, backup, texts, examples] = await Promise.all([
    judge(() => findBuyingFault(deps)),
    judge(() => findLateTasks(deps)),
    judge(() => findBackupFault(deps)),
    judge(() => findTextsFault(deps)),
    judge(() => findExamples(deps)),
  ])
  // Last: the payment provider has just answered.
  return { buying, tasks, backup, texts, examples, clock: await findWrongClock(deps) }
}

type Fault = { reasons: string[]; since?: Date | undefined }

/** A fact that cannot be read is no fault of its subject. */
async function judge(find: () => Promise<Fault | null>): Promise<Finding> {
  try {
    const fault = await find()
    if (!fault) return { state: 'well' }
    const { reasons, since } = fault
    return { state: 'faulty', reasons, ...(since && { since }) }
  } catch {
    return { state: 'unknown' }
  }
}

/**
 * Whether a customer can buy. Writes an order and rolls it back; fetches the website at its public address, so that a
 * worker sees a dead server, proxy or certificate; reads the provider's latest events.
 */
async function findBuyingFault(deps: ChecksDeps): Promise<Fault | null> {
  const { config, timeoutMs = 10_000 } = deps
  const address = config.ALERT_CHECK_URL ?? config.siteUrl
  const [database, website, payments, checkouts] = await Promise.all([
    reasonOf(timeoutMs, 'The database can’t take orders', () => tryOrder({ db: deps.watch, queue: deps.queue })),
    reasonOf(timeoutMs, `The website isn’t responding at ${address}`, async () => {
      if (address === 'off') return
      const { ok, status } = await readReadiness(address, timeoutMs)
      if (!ok) throw new Error(`it responded with status ${status}`)
    }),
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
  return reasons.length === 0 ? null : { reasons, since: reasons.length === 1 ? checkouts?.since : undefined }
}

async function readLatestEvents(provider: PaymentProvider): Promise<void> {
  const until = new Date()
  const events = provider.inBackground().listMissedEvents({ from: new Date(until.getTime() - 60_000), until })
  for await (const _ of events) break
}

async function findLateTasks({ queue }: ChecksDeps): Promise<Fault | null> {
  const late = await queue.late()
  if (!late) return null
  const reason = `${counted(late.count, 'task is', 'tasks are')} overdue, and nothing is running them.`
  return { reasons: [reason], since: late.since }
}

async function findBackupFault(deps: ChecksDeps): Promise<Fault | null> {
  const { takenAt, isDaily, isOld } = await readBackup(deps)
  if (!isOld) return null
  const reason = takenAt ? `The latest backup was made on ${formatFullTime(takenAt)}.` : 'No backup has been made yet.'
  const reasons = isDaily ? [reason] : [reason, 'The shop makes none itself: BACKUP_TO is not set.']
  return { reasons, since: takenAt ?? undefined }
}

async function findTextsFault({ watch, config }: ChecksDeps): Promise<Fault | null> {
  const usedUp = await watch.asService((tx) => findUsedUpTexts(tx, config.SMS_PER_DAY))
  if (!usedUp) return null
  const count = counted(usedUp.texts, 'text message was', 'text messages were')
  return {
    reasons: [
      usedUp.to === 'all numbers'
        ? `${count} sent today, the most that SMS_PER_DAY allows. There are no more until midnight UTC.`
        : `${count} sent to new numbers today, half of what SMS_PER_DAY allows. Numbers that customers already use get theirs.`,
    ],
  }
}

async function findExamples({ watch, config, shown }: ChecksDeps): Promise<Fault | null> {
  if (config.SHOP_MODE !== 'live') return null
  const examples = await watch.asService((tx) => listExamples(tx, shown()))
  return examples.length > 0
    ? { reasons: examples.map(({ page, text, place }) => `${page}: “${text}” (${place})`) }
    : null
}

/** Whether this machine's clock agrees with the database's and with the payment provider's. */
export function findWrongClock({ watch: db, provider }: Pick<ChecksDeps, 'watch' | 'provider'>): Promise<Finding> {
  return judge(async () => {
    const reasons = await readSkews({ db, provider })
    return reasons.length === 0 ? null : { reasons }
  })
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
