import { resolve } from 'node:path'
import { openSecret } from '#platform/auth/factors/totp.ts'
import { type Exported, exportProject } from '#platform/exchange/export-project.ts'
import type { Log } from '#platform/log.ts'
import { sealOfDatabase } from '#platform/secrets/sealed.ts'
import { readOrMakeSecret } from '#platform/secrets/secrets.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import type { Config } from '../config/environment.ts'
import { shopRules } from './table-rules.ts'

/** Columns of ours in tables that a hosted project brings; and counts, which are added to those it has. */
const without = {
  'auth.users': ['password_expires_at'],
  'auth.mfa_factors': ['last_used_step'],
  'storage.buckets': ['quota_bytes', 'used_bytes'],
  'storage.objects': ['original_bytes', 'picture'],
  'private.signup_counts': ['id'],
}

/** Exports the configured shop, running or not, with the secrets of authenticator apps as a project stores them. */
export async function exportShop(
  { config, log, connectionString }: { config: Config; log: Log; connectionString: string },
  to: string,
  progress: (line: string) => void,
): Promise<Exported & { unreadableSecrets: number }> {
  const dataDir = resolve(config.DATA_DIR)
  const seal = sealOfDatabase(config.JWT_SECRET ?? (await readOrMakeSecret(dataDir, 'jwt-secret')))
  let unreadableSecrets = 0
  const exported = await exportProject(
    {
      connectionString,
      files: openFileStore({ dataDir, config, log }),
      includes: (table) => shopRules[table]?.leftOut === undefined || shopRules[table].isDerived === true,
      without,
      convert: {
        'auth.mfa_factors'(row) {
          if (!row.secret) return
          const secret = openSecret({ seal }, row.id ?? '', row.secret)
          if (secret === null) unreadableSecrets += 1
          else row.secret = secret
        },
      },
    },
    to,
    progress,
  )
  return { ...exported, unreadableSecrets }
}
