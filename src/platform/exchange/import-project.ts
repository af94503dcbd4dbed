import { join } from 'node:path'
import type pg from 'pg'
import { fillEmpty, requireNoFiles } from '../backup/restore-database.ts'
import { migrate } from '../database/migrate.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { importObjects } from './import-objects.ts'
import type { ImportReport, ImportRules } from './import-rules.ts'
import { advanceSequences, importTables } from './import-tables.ts'
import { type DumpTable, scanDump } from './read-dump.ts'

/** Rows or files cannot be imported, and so nothing was: `report` has them with their reasons. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
  readonly report: ImportReport
  constructor(report: ImportReport) {
    const [first] = report.leftOutRows
    super(`Nothing was imported: ${first?.table} ${first?.key}: ${first?.why}`)
    this.report = report
  }
}

type ImportPlace = {
  connectionString: string
  files: FileStore
  pictureBuckets: ReadonlySet<string>
  migrationsDir: string
  rules: ImportRules
  /** SQL that is run with the imported rows: what follows from them, and what must not happen again. */
  finish: (dump: ReadonlyMap<string, DumpTable>) => readonly string[]
  /** Imports the rest where rows or files cannot be imported. */
  leavesOut: boolean
}

/** `files`: how many came. `systemFiles`: those that Windows or macOS made, which are no pictures of the project. */
export type ImportedProject = ImportReport & { files: number; systemFiles: string[] }

/**
 * Imports a folder with `data.sql` and `storage/BUCKET/…`, as the Supabase command and `exportProject` write it, into
 * an empty place, in one transaction that is committed only when every table has the rows that came and every file was
 * read again. Throws ImportRefused where something must be left out, unless `leavesOut`; DumpError for a file that
 * cannot be read; RestoreRefused for a place that is not empty.
 */
export async function importProject(
  folder: string,
  { connectionString, files, migrationsDir, ...place }: ImportPlace,
  progress: (line: string) => void,
): Promise<ImportedProject> {
  const path = join(folder, 'data.sql')
  const dump = scanDump(path)
  await requireNoFiles(files)
  await migrate(connectionString, migrationsDir)
  const written: string[] = []
  return fillEmpty(connectionString, 'shop-import', (client) =>
    importRows(client, { folder, path, dump }, { files, ...place }, written, progress),
  ).catch(async (error: unknown) => {
    await files.remove(written)
    throw error
  })
}

async function importRows(
  client: pg.Client,
  { folder, path, dump }: { folder: string; path: string; dump: ReadonlyMap<string, DumpTable> },
  { files, pictureBuckets, rules, finish, leavesOut }: Omit<ImportPlace, 'connectionString' | 'migrationsDir'>,
  written: string[],
  progress: (line: string) => void,
): Promise<ImportedProject> {
  const rows = new Map([...dump].filter(([name]) => name !== 'storage.objects'))
  const report = await importTables(client, path, rows, rules, progress)
  const table = dump.get('storage.objects')
  const objects = await importObjects(client, { folder, path, table }, { files, pictureBuckets }, written, progress)
  report.leftOutRows.push(...objects.leftOut)
  if (report.leftOutRows.length > 0 && !leavesOut) throw new ImportRefused(report)
  for (const statement of finish(dump)) await client.query(statement)
  await advanceSequences(client)
  return { ...report, files: objects.came, systemFiles: objects.systemFiles }
}
