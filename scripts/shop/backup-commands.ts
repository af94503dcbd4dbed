import type { Command } from 'commander'
import { readConfig } from '#config'
import { restoreShop } from '#operations/backup/restore-shop.ts'
import { backupShop } from '#operations/backup/scheduled-backup.ts'
import { openBackup, openBackupTarget } from '#platform/backup/backup-target.ts'
import { verifyBackup } from '#platform/backup/verify-backup.ts'
import { createLog } from '#platform/log.ts'
import { printAdministrators, refuse, runCommand } from './run-command.ts'
import { openShopDatabase, openStoppedShop } from './shop-database.ts'

type RestoreOptions = { yes?: boolean; newSecret?: boolean }

/** `backup`, `restore PATH`: an encrypted backup needs BACKUP_KEY for both. */
export function addTo(program: Command): void {
  program
    .command('backup')
    .description('back up the database and the pictures; the shop can stay open')
    .option('--to <PLACE>', 'a folder, or s3://BUCKET/FOLDER (default: BACKUP_TO)')
    .action(({ to }: { to?: string }) => runCommand(() => backup(to)))
  program
    .command('restore PATH')
    .description('restore a backup into an empty database, and check every row and picture')
    .option('--yes', 'confirm the restore')
    .option('--new-secret', 'restore even if JWT_SECRET has changed; links in e-mails end')
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
  console.log(`Backed up ${rows} rows and ${manifest.files.length} pictures, ${Math.ceil(sizeBytes / 1024)} KiB.`)
  for (const missing of manifest.missingFiles) console.log(`Not in the backup, because its file is missing: ${missing}`)
  if (manifest.secrets.length === 0 && config.JWT_SECRET === undefined)
    console.log(
      `Without BACKUP_KEY, ${config.DATA_DIR}/jwt-secret is not in the backup. Keep a copy of that file: without it, authenticator apps have to be set up again.`,
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
  console.log(`The backup is complete: ${rows} rows and ${files.length} pictures, made at ${takenAt}.`)
  if (!yes) refuse('To restore it into this empty shop, add: --yes')
  await using database = await openStoppedShop()
  const { hasNewSecret, administrators } = await restoreShop(
    { config, log, connectionString: database.directString },
    { open, verified, allowNewSecret },
    console.log,
  )
  console.log(
    'Everyone has to sign in again, with the password of then. Links in earlier e-mails about accounts no longer work.',
  )
  printAdministrators(administrators)
  if (hasNewSecret)
    console.log(
      'JWT_SECRET has changed since the backup. No link in an earlier e-mail works any more, ' +
        'and authenticator apps were removed and have to be set up again.',
    )
  console.log('The shop is restored: every row and picture is as in the backup, and an order could be placed.')
}
