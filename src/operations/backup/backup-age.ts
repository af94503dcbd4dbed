import { openBackupTarget } from '#platform/backup/backup-target.ts'
import type { Db } from '#platform/database/db.ts'
import type { Log } from '#platform/log.ts'
import type { Config } from '../config/environment.ts'
import { makesBackups, readOpened } from './scheduled-backup.ts'

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

/** A backup that is too old. `takenAt`: null where there is none. `isDaily`: whether the shop makes one each day. */
export type OldBackup = { takenAt: Date | null; isDaily: boolean }

/**
 * The newest backup if it is older than `hours`. A shop younger than that needs none yet; but a live shop that makes
 * none itself needs one from the first day, since none would ever come.
 */
export async function findOldBackup(
  {
    config,
    db,
    newestBackup,
    now = () => new Date(),
  }: { config: Config; db: Db; newestBackup: NewestBackup; now?: () => Date },
  hours: number,
): Promise<OldBackup | null> {
  const isDaily = makesBackups(config)
  const isOld = (time: Date) => now().getTime() - time.getTime() > hours * 3_600_000
  const takenAt = await newestBackup()
  if (takenAt) return isOld(takenAt) ? { takenAt, isDaily } : null
  if (!isDaily && config.SHOP_MODE === 'live') return { takenAt, isDaily }
  const opened = await readOpened(db)
  return opened && isOld(opened) ? { takenAt, isDaily } : null
}
