import type { Command } from 'commander'
import { backupShop } from '#app/backup/backup-shop.ts'
import { restoreShop } from '#app/backup/restore-shop.ts'
import { readConfig } from '#config'
import { openBackup, openBackupTarget } from '#platform/backup/backup-target.ts'
import { verifyBackup } from '#platform/backup/verify-backup.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createLog } from '#platform/log.ts'
import { runCommand } from './run-command.ts'
import { openShopDatabase, openStoppedShop } from './shop-database.ts'

type RestoreOptions = { yes?: boolean; newSecret?: boolean }

/** `backup`, `restore PATH`: an encrypted backup needs BACKUP_KEY for both. */
export function addTo(program: Command): void {
  program
    .command('backup')
    .description('save the database and the pictures of one moment; the shop may run meanwhile')
    .option('--to <PLACE>', 'a folder, or s3://BUCKET/FOLDER (default: BACKUP_TO)')
    .action(({ to }: { to?: string }) => runCommand(() => backup(to)))
  program
    .command('restore PATH')
    .description('restore a backup into an empty place, and compare every row and picture')
    .option('--yes', 'restore without asking')
    .option('--new-secret', 'restore also where JWT_SECRET is another one: users sign in again')
    .action((path: string, options: RestoreOptions) => runCommand(() => restore(path, options)))
}

async function backup(to?: string): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  const target = await openBackupTarget(to ?? config.backupTo, config, log)
  await using database = await openShopDatabase()
  const { name, manifest, sizeBytes } = await backupShop(
    { config, log, connectionString: database.directString },
    target,
    console.log,
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${rows} rows and ${manifest.files.length} pictures, ${Math.ceil(sizeBytes / 1024)} KiB.`)
  for (const missing of manifest.missingFiles)
    console.log(`Missing from the picture store, and so not in the backup: ${missing}`)
  if (manifest.secrets.length === 0 && config.JWT_SECRET === undefined)
    console.log(
      `Not in this backup: ${config.DATA_DIR}/jwt-secret, without which authenticator apps must be added again. Keep a copy of it, or set BACKUP_KEY.`,
    )
  console.log(target.pathOf(name))
}

async function restore(path: string, { yes, newSecret: allowNewSecret = false }: RestoreOptions): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: 'warn' })
  const open = await openBackup(path, config, log)
  console.log('Reading the backup …')
  const verified = await verifyBackup(await open(), config.BACKUP_KEY)
  const { takenAt, tables, files } = verified.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`It is complete: ${rows} rows and ${files.length} pictures of ${takenAt}.`)
  if (!yes) throw new AppError('bad_request', 'To restore it into this empty shop, add: --yes')
  await using database = await openStoppedShop()
  const { hasNewSecret } = await restoreShop(
    { config, log, connectionString: database.directString },
    { open, verified, allowNewSecret },
    console.log,
  )
  if (hasNewSecret)
    console.log(
      'This shop has another JWT_SECRET than the one that was backed up: users sign in again, links in earlier e-mails have ended, ' +
        'and authenticator apps were removed and must be added again.',
    )
  console.log('The shop is restored: every row and picture was compared with the backup, and an order could be placed.')
}
