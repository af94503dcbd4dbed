import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { countUnreadableApps } from '#platform/auth/sealed-texts.ts'
import { openBackupTarget } from '#platform/backup/backup-target.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { sealOfDatabase } from '#platform/secrets/sealed.ts'
import { makesBackups } from '../backup/scheduled-backup.ts'
import type { Config } from '../config/environment.ts'
import { countFailedEmails } from '../jobs/failed-emails.ts'
import { type Check, error, type Finding, ok, warning } from './finding.ts'

/** A backup is a day old at most, and a failed one is made again an hour later. */
const oldHours = 26
const veryOldHours = 72

/** What is left to do: jobs, e-mails, payments without an order, secrets under a former JWT_SECRET, and backups. */
export function checkWork({ config, db, queue, log }: { config: Config; db: Db; queue: Queue; log: Log }): Check[] {
  return [
    { name: 'jobs', run: () => checkJobs(queue) },
    { name: 'waiting e-mails', run: () => checkEmails(db) },
    { name: 'payments to match', run: () => checkDiscrepancies(db) },
    { name: 'authenticator apps', run: () => checkApps(config, db) },
    { name: 'backups', run: () => checkBackups(config, log) },
  ]
}

async function checkJobs(queue: Queue): Promise<Finding[]> {
  const late = await queue.late()
  const dead = await queue.dead()
  return [
    late
      ? error(
          'jobs',
          `${late.count} overdue since ${late.since.toISOString()}`,
          'Start the shop or, with WORKER=off, its worker.',
        )
      : ok('jobs', 'none is overdue'),
    ...(dead.length > 0
      ? [
          warning(
            'jobs',
            `${dead.length} failed at every attempt`,
            'Run them again: npm run shop -- jobs retry, or at /admin/settings.',
          ),
        ]
      : []),
  ]
}

async function checkEmails(db: Db): Promise<Finding[]> {
  const failed = await db.asService((tx) => countFailedEmails(tx))
  return [
    failed > 0
      ? warning('waiting e-mails', `${failed} could not be sent`, 'Send or dismiss each at /admin/settings.')
      : ok('waiting e-mails', 'none has failed'),
  ]
}

async function checkDiscrepancies(db: Db): Promise<Finding[]> {
  const { rows } = await db.asService((tx) =>
    sql<{
      count: number
    }>`select count(*)::int as count from private.payment_discrepancies where resolved_at is null`.execute(tx),
  )
  const count = rows[0]?.count ?? 0
  return [
    count > 0
      ? warning('payments to match', `${count} differ from the provider’s records`, 'Look at /admin/money.')
      : ok('payments to match', 'every payment has its order'),
  ]
}

/** An app whose secret cannot be read refuses every code. */
async function checkApps(config: Config, db: Db): Promise<Finding[]> {
  const file = join(resolve(config.DATA_DIR), 'jwt-secret')
  const secret = config.JWT_SECRET ?? (await readFile(file, 'utf8').catch(() => '')).trim()
  const count = await db.asService((tx) => countUnreadableApps(tx, sealOfDatabase(secret)))
  return [
    count > 0
      ? error(
          'authenticator apps',
          count === 1
            ? '1 authenticator app can’t be read with this JWT_SECRET: its user can’t sign in'
            : `${count} authenticator apps can’t be read with this JWT_SECRET: their users can’t sign in`,
          'Set FORMER_JWT_SECRET to the previous secret, then run: npm run shop -- keys reseal. If that secret is lost, remove these factors (docs/operating/operations.md).',
        )
      : ok('authenticator apps', 'each can be read with this JWT_SECRET'),
  ]
}

async function checkBackups(config: Config, log: Log): Promise<Finding[]> {
  const makeOne = 'Make one now: npm run shop -- backup.'
  const isDaily = makesBackups(config)
  const cure = isDaily
    ? `The shop tries every hour. If there is no new one after two hours, look for “backups.make” in the log. ${makeOne}`
    : `${makeOne} To have one made every day, set BACKUP_TO.`
  const target = await openBackupTarget(config.backupTo, config, log)
  const [newest] = await target.list()
  if (!newest && isDaily) return [warning('backups', `there is none at ${config.backupTo}`, cure)]
  if (!newest) {
    const found = 'NOTHING IS BACKED UP: DATABASE_URL is set, BACKUP_TO is not, and the shop makes no backup itself'
    return [config.SHOP_MODE === 'live' ? error('backups', found, cure) : warning('backups', found, cure)]
  }
  const hours = Math.round((Date.now() - newest.takenAt.getTime()) / 3_600_000)
  const found = `the newest, ${target.pathOf(newest.name)}, is ${hours} hours old`
  if (hours > veryOldHours) return [error('backups', found, cure)]
  return [hours > oldHours ? warning('backups', found, cure) : ok('backups', found)]
}
