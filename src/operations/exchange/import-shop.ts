import { resolve } from 'node:path'
import { checkRights } from '#platform/database/check-rights.ts'
import { type ImportedProject, importProject } from '#platform/exchange/import-project.ts'
import type { Log } from '#platform/log.ts'
import { readOrMakeSecret, sealOfDatabase } from '#platform/secrets/secrets.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { rehearseSale } from '../backup/restore-shop.ts'
import type { Config } from '../config/environment.ts'
import { pictureBuckets } from '../picture-uses.ts'
import { policies } from '../policies.ts'
import { finishImport } from './finish-import.ts'
import { createImportRules } from './table-rules.ts'

/**
 * Imports a project's folder into the configured shop, which must be empty, and ends with a check of the rights and an
 * order that is rolled back. Returns what came, what was left out, and notes for the operator.
 */
export async function importShop(
  { config, log, connectionString }: { config: Config; log: Log; connectionString: string },
  { folder, leavesOut }: { folder: string; leavesOut: boolean },
  progress: (line: string) => void,
): Promise<ImportedProject & { notes: string[] }> {
  const dataDir = resolve(config.DATA_DIR)
  const jwtSecret = config.JWT_SECRET ?? (await readOrMakeSecret(dataDir, 'jwt-secret'))
  const { rules, readNotes } = createImportRules(sealOfDatabase(jwtSecret))
  const report = await importProject(
    folder,
    {
      connectionString,
      files: openFileStore({ dataDir, config, log }),
      pictureBuckets,
      migrationsDir: resolve('db/migrations'),
      rules,
      finish: finishImport,
      leavesOut,
    },
    progress,
  )
  await checkRights(connectionString, policies)
  await rehearseSale({ config, log, connectionString })
  return { ...report, notes: [...readNotes(), ...notesOf(report)] }
}

function notesOf({ systemFiles }: ImportedProject): string[] {
  return systemFiles.map(
    (place) => `Passed over, since Windows or macOS made it and the project has no such file: storage/${place}`,
  )
}
