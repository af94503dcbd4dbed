import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { exportShop } from '#app/exchange/export-shop.ts'
import { importShop } from '#app/exchange/import-shop.ts'
import { readConfig } from '#config'
import { ImportRefused } from '#platform/exchange/import-project.ts'
import type { ImportReport } from '#platform/exchange/import-rules.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createLog } from '#platform/log.ts'
import { counted } from '#ui/counts.ts'
import { runCommand } from './run-command.ts'
import { openShopDatabase, openStoppedShop } from './shop-database.ts'

/** `export --to FILE`, `import supabase PATH` (docs/decisions/0056-leave-and-join.md). */
export function addTo(program: Command): void {
  program
    .command('export')
    .description('write the shop as a folder that a hosted Supabase project, or another shop, imports')
    .requiredOption('--to <FILE>', 'the new folder: data.sql, and storage/BUCKET with the files')
    .action(({ to }: { to: string }) => runCommand(() => exportTo(to)))
  program
    .command('import')
    .description('import a shop from elsewhere into an empty place')
    .command('supabase PATH')
    .description('a folder with data.sql of `supabase db dump --data-only` and storage/BUCKET with the files')
    .option('--leave-out', 'import the rest where rows or files cannot be imported')
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
    `${counted(
      tables.reduce((sum, { rows }) => sum + rows, 0),
      'row',
      'rows',
    )} and ${counted(files, 'file', 'files')}.`,
  )
  for (const place of missing) console.log(`Missing from the picture store, and so not in the export: ${place}`)
  if (unreadableSecrets > 0)
    console.log(
      `Authenticator apps encrypted under another JWT_SECRET, which no program can read: ${unreadableSecrets}.`,
    )
  console.log('Only you can read the folder. It contains accounts, and the secrets of authenticator apps unencrypted.')
  console.log(resolve(to))
}

async function importFrom(path: string, leavesOut: boolean): Promise<void> {
  if (!existsSync(join(path, 'data.sql')))
    throw new AppError(
      'bad_request',
      `There is no data.sql in ${path}: supabase db dump --data-only -f ${join(path, 'data.sql')}`,
    )
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
      `The project is imported: ${counted(rows, 'row', 'rows')} and ${counted(report.files, 'file', 'files')}. Every row was counted, every file compared, and an order could be placed.`,
    )
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    printLeftOut(error.report)
    throw new AppError(
      'bad_request',
      `Nothing was imported: ${counted(error.report.leftOutRows.length, 'row or file', 'rows or files')} above cannot be. Correct them in the project and dump it again, or import the rest: add --leave-out`,
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
