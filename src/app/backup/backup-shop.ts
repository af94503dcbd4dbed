import { resolve } from 'node:path'
import type { Config } from '#app/environment.ts'
import type { BackupTarget } from '#platform/backup/backup-target.ts'
import { removeOldBackups } from '#platform/backup/backup-target.ts'
import { type BackupProgress, writeBackup } from '#platform/backup/write-backup.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import packageFile from '../../../package.json' with { type: 'json' }

/** `connectionString`: PostgreSQL's own address, since a pooler may end a long transaction. */
export type ShopToBackUp = { config: Config; log: Log; connectionString: string }

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
      key: config.BACKUP_KEY,
      program: packageFile.version,
    },
    target,
    progress,
  )
  await removeOldBackups(target, config.BACKUP_KEEP)
  return written
}
