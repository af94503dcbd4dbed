import { resolve } from 'node:path'
import { sql } from 'kysely'
import { type BackupTarget, openBackupTarget, removeOldBackups } from '#platform/backup/backup-target.ts'
import { type BackupProgress, writeBackup } from '#platform/backup/write-backup.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Config } from '../config/environment.ts'

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

/** `connectionString`: PostgreSQL's own address, since a pooler may end a long transaction. */
type ShopToBackUp = { config: Config; log: Log; connectionString: string }

/**
 * Backs the configured shop up to `target`, running or not, and removes all but the newest BACKUP_KEEP backups there.
 * The secrets of DATA_DIR are in it only where BACKUP_KEY encrypts it.
 */
export async function backupShop(
  { config, log, connectionString }: ShopToBackUp,
  target: BackupTarget,
  progress?: BackupProgress,
): Promise<Awaited<ReturnType<typeof writeBackup>>> {
  const dataDir = resolve(config.DATA_DIR)
  const jwtSecret = config.JWT_SECRET ?? (await readOrMakeSecret(dataDir, 'jwt-secret'))
  const written = await writeBackup(
    {
      connectionString,
      files: openFileStore({ dataDir, config, log }),
      jwtSecret,
      // A configured JWT_SECRET is the operator's to keep, as the other variables are.
      secrets: config.JWT_SECRET === undefined ? { 'jwt-secret': jwtSecret } : {},
      // Keys of the owner's accounts, which she can copy from there again.
      onlyEncrypted: ['private.postage_account', 'private.service_keys'],
      key: config.BACKUP_KEY,
      program: packageFile.version,
    },
    target,
    progress,
  )
  await removeOldBackups(target, config.BACKUP_KEEP)
  return written
}
