import { getLimitedCaller, requireFreshSession } from '#features/accounts/own-session.ts'
import { encrypt } from '#platform/backup/archive.ts'
import { openBackupTarget } from '#platform/backup/backup-target.ts'
import { noteInAudit } from '#platform/database/audit-log.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { endpoints, handle } from '#platform/http/handle.ts'
import type { Rate } from '#platform/http/limits/rate-limiter.ts'
import type { Log } from '#platform/log.ts'
import type { Config } from '../config/environment.ts'
import * as contracts from './backup.contract.ts'
import { makesBackups } from './scheduled-backup.ts'

const downloads: Rate = { max: 6, perSeconds: 600 }

const isEncrypted = (name: string) => name.endsWith('.age')

/** The last backup, for administrators: when it was made, and its file. */
export function backupApi({ config, log }: { config: Config; log: Log }) {
  const openTarget = () => openBackupTarget(config.backupTo, config, log)
  return endpoints(
    handle(contracts.readBackup, async () => {
      const [newest] = await (await openTarget()).list()
      return {
        newest: newest
          ? {
              name: newest.name,
              taken_at: newest.takenAt,
              size_bytes: newest.sizeBytes,
              is_encrypted: isEncrypted(newest.name),
            }
          : null,
        is_daily: makesBackups(config),
      }
    }),
    handle(contracts.downloadBackup, async ({ c, asCaller, claims, body: { password } }) => {
      await getLimitedCaller(c, 'backup.download', downloads)
      await asCaller((tx) => requireFreshSession(tx, claims))
      const target = await openTarget()
      const [newest] = await target.list()
      const bytes = newest && (await target.open(newest.name))
      if (!bytes) throw new AppError('not_found', 'There is no backup yet.')
      const isReady = isEncrypted(newest.name)
      if (!isReady && password === undefined) {
        await bytes.cancel()
        throw new AppError('bad_request', 'Please choose a password for the file.')
      }
      await asCaller((tx) => noteInAudit(tx, { table: 'backup', row: newest.name, action: 'export' }))
      return c.body(isReady || password === undefined ? bytes : await encrypt(password, bytes), 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${newest.name}${isReady ? '' : '.age'}"`,
      })
    }),
  )
}
