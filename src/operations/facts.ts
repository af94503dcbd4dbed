import { sql } from 'kysely'
import { counted } from '#base/counts.ts'
import { openBackupTarget } from '#platform/backup/backup-target.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { PaymentProvider } from '#platform/payments/provider.ts'
import { makesBackups, readOpened } from './backup/scheduled-backup.ts'
import type { Config } from './config/environment.ts'
import { countFailedEmails } from './jobs/failed-emails.ts'

// The health of the shop, each fact with its one limit. `doctor`, the alerts, the owner's problems,
// /metrics and the settings page put these into words.

/** Background work: since when due jobs have not started, jobs without attempts left, e-mails that could not be sent. */
export async function readWork({ db, queue }: { db: Db; queue: Pick<Queue, 'late' | 'dead'> }) {
  const [late, dead, failedEmails] = await Promise.all([queue.late(), queue.dead(), db.asService(countFailedEmails)])
  return { late, dead, failedEmails }
}

/** The age in seconds of the oldest e-mail and of the oldest message of the payment provider that wait. */
export async function readAges(db: Db): Promise<{ name: string; value: number }[]> {
  const { rows } = await db.asService((tx) =>
    sql<{ name: string; value: number }>`
      select 'email' as name, coalesce(extract(epoch from public.shop_now() - min(created_at)), 0)::float8 as value
        from private.outbox where state in ('waiting', 'sending')
      union all
      select 'payment event', coalesce(extract(epoch from public.shop_now() - min(received_at)), 0)::float8
        from private.payment_events where handled_at is null`.execute(tx),
  )
  return rows
}

/** A backup is a day old at most, and one that failed is made again every hour. */
const oldBackupHours = 26

/** A bucket is listed this often at most: a listing costs more than a fresher age is worth. */
const reuseMs = 10 * 60_000

/** When the newest backup was made, null without any; read again after ten minutes. */
export type NewestBackup = () => Promise<Date | null>

export function createNewestBackup(config: Config, log: Log): NewestBackup {
  let known: { takenAt: Promise<Date | null>; atMs: number } | undefined
  async function read(): Promise<Date | null> {
    const [newest] = await (await openBackupTarget(config.backupTo, config, log)).list()
    return newest?.takenAt ?? null
  }
  return () => {
    if (!known || Date.now() - known.atMs > reuseMs) {
      const reading = { takenAt: read(), atMs: Date.now() }
      known = reading
      reading.takenAt.catch(() => {
        if (known === reading) known = undefined
      })
    }
    return known.takenAt
  }
}

/** `takenAt`: null where there is no backup. `isDaily`: whether the shop makes one each day. */
export type BackupFact = { takenAt: Date | null; isDaily: boolean; isOld: boolean }

type BackupSources = { config: Config; db: Db; newestBackup: NewestBackup }

/**
 * The newest backup, and whether it is too old. A young shop needs none yet; but a live shop that makes none itself
 * needs one from the first day, since none would ever come.
 */
export async function readBackup({ config, db, newestBackup }: BackupSources): Promise<BackupFact> {
  const isDaily = makesBackups(config)
  const isOld = (time: Date | null) => time !== null && Date.now() - time.getTime() > oldBackupHours * 3_600_000
  const takenAt = await newestBackup()
  if (takenAt) return { takenAt, isDaily, isOld: isOld(takenAt) }
  return { takenAt, isDaily, isOld: (!isDaily && config.SHOP_MODE === 'live') || isOld(await readOpened(db)) }
}

/** Whether the shop at an address, its own public one for example, can take orders. Rejects when it does not respond. */
export async function readReadiness(address: string, timeoutMs: number): Promise<{ ok: boolean; status: number }> {
  const response = await fetch(`${address}/health/ready`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { connection: 'close' },
  })
  await response.body?.cancel()
  return response
}

/**
 * A response that takes seconds to arrive makes a right clock look wrong by as much, and the payment provider's messages
 * are refused as forged from five minutes on.
 */
const mostSkewSeconds = 30

/** What the operator does about a wrong clock. */
export const clockCure = 'Let every machine set its clock by NTP: timedatectl set-ntp true'

/** How this machine's clock differs from the database's, and from the payment provider's by its last response. */
export async function readSkews({ db, provider }: { db: Db; provider: PaymentProvider }): Promise<string[]> {
  const beganMs = Date.now()
  const { rows } = await db.asService((tx) => sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx))
  return [
    describeSkew(rows[0] ? (beganMs + Date.now()) / 2 - rows[0].now.getTime() : 0, 'the database’s'),
    describeSkew(provider.clockAheadMs?.() ?? 0, 'the payment provider’s'),
  ].filter((skew) => skew !== null)
}

/** 'The server’s clock is 10 minutes ahead of the database’s.'; null when the two agree. */
export function describeSkew(aheadMs: number, whose: string): string | null {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (seconds <= mostSkewSeconds) return null
  const span =
    seconds < 120 ? counted(seconds, 'second', 'seconds') : counted(Math.round(seconds / 60), 'minute', 'minutes')
  return `The server’s clock is ${span} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${whose}.`
}
