import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { countDiscrepancies } from '#features/payments/reconciliation/list-money-problems.ts'
import { countUnreadableApps } from '#platform/auth/sealed-texts.ts'
import { openBackupTarget } from '#platform/backup/backup-target.ts'
import type { Db } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { sealOfDatabase } from '#platform/secrets/secrets.ts'
import type { Config } from '../config/environment.ts'
import { readBackup, readWork } from '../facts.ts'
import { type Checks, error, ok, type Result, warning } from './finding.ts'

type Work = { config: Config; db: Db; queue: Queue; log: Log }

/** What is left to do: jobs, e-mails, payments without an order, secrets under a former JWT_SECRET, and backups. */
export function checkWork(work: Work): Checks {
  const { config, db } = work
  return {
    async jobs() {
      const { late, dead } = await readWork(work)
      const cure = 'Start the shop or, with WORKER=off, its worker.'
      const again = 'Run them again: npm run shop -- jobs retry, or at /admin/settings.'
      return [
        late ? error(`${late.count} overdue since ${late.since.toISOString()}`, cure) : ok('none is overdue'),
        ...(dead.length > 0 ? [warning(`${dead.length} failed at every attempt`, again)] : []),
      ]
    },
    async 'waiting e-mails'() {
      const { failedEmails: failed } = await readWork(work)
      return failed > 0
        ? warning(`${failed} could not be sent`, 'Send or dismiss each at /admin/settings.')
        : ok('none has failed')
    },
    async 'payments to match'() {
      const count = await db.asService(countDiscrepancies)
      return count > 0
        ? warning(`${count} differ from the provider’s records`, 'Look at /admin/money.')
        : ok('every payment has its order')
    },
    'authenticator apps': () => checkApps(config, db),
    backups: () => checkBackups(work),
  }
}

/** An app whose secret cannot be read refuses every code. */
async function checkApps(config: Config, db: Db): Promise<Result> {
  const file = join(resolve(config.DATA_DIR), 'jwt-secret')
  const secret = config.JWT_SECRET ?? (await readFile(file, 'utf8').catch(() => '')).trim()
  const count = await db.asService((tx) => countUnreadableApps(tx, sealOfDatabase(secret)))
  if (count === 0) return ok('each can be read with this JWT_SECRET')
  return error(
    count === 1
      ? '1 authenticator app can’t be read with this JWT_SECRET: its user can’t sign in'
      : `${count} authenticator apps can’t be read with this JWT_SECRET: their users can’t sign in`,
    'Set FORMER_JWT_SECRET to the previous secret, then run: npm run shop -- keys reseal. If that secret is lost, remove these factors (docs/operating/operations.md).',
  )
}

async function checkBackups({ config, db, log }: Work): Promise<Result> {
  const target = await openBackupTarget(config.backupTo, config, log)
  const [newest] = await target.list()
  const { isDaily, isOld } = await readBackup({ config, db, newestBackup: async () => newest?.takenAt ?? null })
  const makeOne = 'Make one now: npm run shop -- backup.'
  const cure = isDaily
    ? `The shop tries every hour. If there is no new one after two hours, look for “backups.make” in the log. ${makeOne}`
    : `${makeOne} To have one made every day, set BACKUP_TO.`
  if (!newest && isDaily) return warning(`there is none at ${config.backupTo}`, cure)
  if (!newest) {
    const found = 'NOTHING IS BACKED UP: DATABASE_URL is set, BACKUP_TO is not, and the shop makes no backup itself'
    return config.SHOP_MODE === 'live' ? error(found, cure) : warning(found, cure)
  }
  const hours = Math.round((Date.now() - newest.takenAt.getTime()) / 3_600_000)
  const found = `the newest, ${target.pathOf(newest.name)}, is ${hours} hours old`
  return isOld ? error(found, cure) : ok(found)
}
