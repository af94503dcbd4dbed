import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { counted } from '#base/counts.ts'
import { readConfig } from '#config'
import { exportShop } from '#operations/exchange/export-shop.ts'
import { importShop } from '#operations/exchange/import-shop.ts'
import { ImportRefused } from '#platform/exchange/import-project.ts'
import type { ImportReport } from '#platform/exchange/import-rules.ts'
import { createLog } from '#platform/log.ts'
import { refuse, runCommand } from './run-command.ts'
import { openShopDatabase, openStoppedShop } from './shop-database.ts'

/** `export --to FOLDER`, `import supabase PATH` (docs/decisions/0056-leave-and-join.md). */
export function addTo(program: Command): void {
  program
    .command('export')
    .description('write the shop to a folder that a Supabase project or another shop can import')
    .requiredOption('--to <FOLDER>', 'a new folder; it gets data.sql, and the files in storage/BUCKET')
    .action(({ to }: { to: string }) => runCommand(() => exportTo(to)))
  program
    .command('import')
    .description('import a shop from elsewhere into an empty database')
    .command('supabase PATH')
    .description('import a folder with data.sql from `supabase db dump --data-only`, and the files in storage/BUCKET')
    .option('--leave-out', 'leave out rows and files that can’t be imported, and import the rest')
    .action((path: string, { leaveOut = false }: { leaveOut?: boolean }) =>
      runCommand(() => importFrom(path, leaveOut)),
    )
}

async function exportTo(to: string): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  await using database = await openShopDatabase()
  const shop = { config, log, connectionString: database.directString }
  const { tables, files, missing, unreadableSecrets } = await exportShop(shop, resolve(to), console.log)
  console.log(
    `Exported ${counted(
      tables.reduce((sum, { rows }) => sum + rows, 0),
      'row',
      'rows',
    )} and ${counted(files, 'file', 'files')}.`,
  )
  for (const place of missing) console.log(`Not in the export, because its file is missing: ${place}`)
  if (unreadableSecrets > 0)
    console.log(
      `${counted(unreadableSecrets, 'authenticator app is', 'authenticator apps are')} encrypted with another JWT_SECRET. No program can read that: set them up again.`,
    )
  console.log(
    'Keep this folder private: it contains accounts, and the secrets of authenticator apps without encryption.',
  )
  console.log(resolve(to))
}

async function importFrom(path: string, leavesOut: boolean): Promise<void> {
  if (!existsSync(join(path, 'data.sql')))
    refuse(`There is no data.sql in ${path}. To write it: supabase db dump --data-only -f ${join(path, 'data.sql')}`)
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  await using database = await openStoppedShop()
  console.log('Reading the folder …')
  const shop = { config, log, connectionString: database.directString }
  try {
    const report = await importShop(shop, { folder: resolve(path), leavesOut }, console.log)
    printLeftOut(report)
    for (const note of report.notes) console.log(note)
    const rows = report.tables.reduce((sum, { came }) => sum + came, 0)
    console.log(
      `The project is imported: ${counted(rows, 'row', 'rows')} and ${counted(report.files, 'file', 'files')}. Every row was counted, every file was compared, and an order could be placed.`,
    )
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    printLeftOut(error.report)
    refuse(
      `Nothing was imported, because ${counted(error.report.leftOutRows.length, 'row or file', 'rows or files')} above can’t be. Correct them in the project and dump it again, or import everything else: add --leave-out`,
    )
  }
}

/** Rows with a reason of their own that are listed for one table. */
const mostListed = 20

function printLeftOut({ leftOutTables, leftOutColumns, leftOutRows }: ImportReport): void {
  if (leftOutTables.length + leftOutColumns.length + leftOutRows.length === 0) return
  console.log('\nNot imported:')
  for (const { name, rows, why } of leftOutTables) console.log(`  ${name}: ${counted(rows, 'row', 'rows')}; ${why}`)
  for (const { table, column, values } of leftOutColumns)
    console.log(
      `  ${table}: ${counted(values, 'value', 'values')} of the column ${column}; this shop has no such column`,
    )
  for (const [table, rows] of Map.groupBy(leftOutRows, (row) => row.table)) {
    for (const { key, why } of rows.slice(0, mostListed)) console.log(`  ${table} ${key}: ${why}`)
    if (rows.length > mostListed) console.log(`  ${table}: and ${rows.length - mostListed} more`)
  }
  console.log()
}
