import { sql } from 'kysely'
import type { Config } from '#app/environment.ts'
import { type BackupTarget, openBackupTarget } from '#platform/backup/backup-target.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { backupShop } from './backup-shop.ts'

export type ScheduledBackupDeps = {
  config: Config
  db: Db
  log: Log
  /** PostgreSQL's own address. */
  connectionString: string
  now?: () => Date
}

/** Backups are a day apart. The first one is made when the shop is an hour old, so that a trial leaves no backups. */
const hoursBetween = 24
const firstAfterHours = 1

/** Whether the shop makes backups itself: with the private database always, with another one where BACKUP_TO is set. */
export function makesBackups({ DATABASE_URL, BACKUP_TO }: Config): boolean {
  return DATABASE_URL === undefined || BACKUP_TO !== undefined
}

/** An hourly task that makes a backup when the newest one is a day old. Rejects when a backup fails. */
export function scheduledBackup({ config, db, log, connectionString, now = () => new Date() }: ScheduledBackupDeps) {
  return async (): Promise<void> => {
    const target = await openBackupTarget(config.backupTo, config, log)
    if (!(await isDue({ db, target, now: now() }))) return
    const { name, sizeBytes } = await backupShop({ config, log, connectionString }, target)
    log.info({ backup: target.pathOf(name), sizeBytes }, 'a backup was made')
  }
}

async function isDue({ db, target, now }: { db: Db; target: BackupTarget; now: Date }): Promise<boolean> {
  const [newest] = await target.list()
  const since = (time: Date) => (now.getTime() - time.getTime()) / 3_600_000
  if (newest) return since(newest.takenAt) >= hoursBetween
  const opened = await readOpened(db)
  return opened !== null && since(opened) >= firstAfterHours
}

/** When the shop's first account was made; null before. */
export async function readOpened(db: Db): Promise<Date | null> {
  const { rows } = await db.asService((tx) =>
    sql<{ opened: Date | null }>`select min(created_at) as opened from auth.users`.execute(tx),
  )
  return rows[0]?.opened ?? null
}
