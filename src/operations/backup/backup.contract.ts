import { z } from 'zod'
import { byteFile, contract, time } from '#platform/http/contract.ts'
import { minBackupPassword } from './backup-password.ts'

/** The newest backup, null before the first. `is_daily`: whether the shop makes one each day. */
export const readBackup = contract({
  name: 'backup',
  method: 'GET',
  caller: 'administrators',
  response: z.object({
    newest: z.object({ name: z.string(), taken_at: time, size_bytes: z.int(), is_encrypted: z.boolean() }).nullable(),
    is_daily: z.boolean(),
  }),
})
export type BackupResponse = z.output<typeof readBackup.response>

/**
 * The newest backup, encrypted: with BACKUP_KEY, or, where that is not set, with `password` while it is sent. Needs a fresh
 * session. `not_found`: there is none.
 */
export const downloadBackup = contract({
  name: 'download-backup',
  method: 'POST',
  caller: 'administrators',
  request: z.object({
    password: z.string().min(minBackupPassword).max(128).optional(),
  }),
  response: byteFile,
  refuses: ['not_found'],
})
