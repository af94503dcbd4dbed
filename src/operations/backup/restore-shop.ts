import { resolve } from 'node:path'
import { tryOrder } from '#features/checkout/try-order.ts'
import { listAdministrators } from '#platform/auth/administrators.ts'
import { endEarlierAccess, renewAccess } from '#platform/auth/sessions/end-sessions.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import type { Verified } from '#platform/backup/verify-backup.ts'
import type { BackupProgress } from '#platform/backup/write-backup.ts'
import { checkRights } from '#platform/database/check-rights.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import type { Config } from '../config/environment.ts'
import { policies } from '../policies.ts'

export type EmptyShop = { config: Config; log: Log; connectionString: string }

/**
 * What a restored shop must not do again. E-mails that were waiting when the backup was made may have been sent since:
 * they are listed as failed, and the owner sends or dismisses each. A campaign waits for the owner in the same way.
 */
export function notAgain(why: string): string[] {
  return [
    `update private.outbox set state = 'failed', leased_until = null, last_error = '${why}'
       where state in ('waiting', 'sending')`,
    `update private.campaigns set state = 'paused', paused_by = 'machine', resume_at = null,
       reason = '${why}' where state = 'sending'`,
    `update private.campaign_recipients set state = 'unknown', finished_at = now() where state = 'sending'`,
  ]
}

/** Such a code is sent again on request. The rows of an early version have no such table: it is made after them. */
const endAddressCodes = `do $$ begin
  if to_regclass('private.address_codes') is not null then delete from private.address_codes; end if;
end $$`

/** What must not let anyone in again: sessions, links and keys may have been ended since. */
export const endShopAccess = [...endEarlierAccess, endAddressCodes]

/** Makes a new signing key after `endShopAccess`. Returns the addresses of the administrators of that moment. */
export async function renewShopAccess(db: Db, config: Config): Promise<string[]> {
  const secret = config.JWT_SECRET ?? (await readOrMakeSecret(resolve(config.DATA_DIR), 'jwt-secret'))
  await renewAccess(db, sealOfDatabase(secret), config.JWT_ALGORITHM)
  return listAdministrators(db)
}

/** The picture folder is another one than that of the rows. */
export const otherFolder = `delete from private.settings where name = 'storage.folder'`

/**
 * Restores a verified backup without the sessions, links and signing keys in it, and ends with a check of the rights and
 * an order that is rolled back. Returns whether the shop has another JWT_SECRET now, and its administrators.
 */
export async function restoreShop(
  { config, log, connectionString }: EmptyShop,
  backup: { open: () => Promise<ReadableStream<Uint8Array>>; verified: Verified; allowNewSecret: boolean },
  progress?: BackupProgress,
): Promise<{ hasNewSecret: boolean; administrators: string[] }> {
  const dataDir = resolve(config.DATA_DIR)
  const place = {
    connectionString,
    files: openFileStore({ dataDir, config, log }),
    dataDir,
    jwtSecret: config.JWT_SECRET,
    allowNewSecret: backup.allowNewSecret,
    migrationsDir: resolve('db/migrations'),
    afterwards: [
      ...notAgain('This was waiting when the shop was restored from a backup, and may already have been sent'),
      ...endShopAccess,
      otherFolder,
    ],
  }
  const restored = await restoreBackup(backup.open, config.BACKUP_KEY, backup.verified, place, progress)
  await checkRights(connectionString, policies)
  await rehearseSale({ log, connectionString })
  const db = openDb({ connectionString, log, maxConnections: 1 })
  try {
    return { ...restored, administrators: await renewShopAccess(db, config) }
  } finally {
    await db.close()
  }
}

/** Places an order that is rolled back. */
export async function rehearseSale({ log, connectionString }: Omit<EmptyShop, 'config'>): Promise<void> {
  const db = openDb({ connectionString, log, maxConnections: 2 })
  const queue = createQueue({ connectionString, log, working: false })
  try {
    await queue.start()
    await tryOrder({ db, queue })
  } finally {
    await queue.stop()
    await db.close()
  }
}
