import { resolve } from 'node:path'
import { openSecret } from '#platform/auth/factors/totp.ts'
import { type Exported, exportProject } from '#platform/exchange/export-project.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import type { Config } from '../config/environment.ts'
import { shopRules } from './table-rules.ts'

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
      rules: shopRules,
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
