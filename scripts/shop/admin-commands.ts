import type { Command } from 'commander'
import { readConfig } from '#config'
import {
  addAdministrator,
  listAdministrators,
  noteOfGeneratedPassword,
  removeAdministrator,
  resetAdministratorPassword,
  signOutEverywhere,
} from '#platform/auth/administrators.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { refuse, runCommand } from './run-command.ts'
import { openShopDatabase } from './shop-database.ts'

/** `admin add|remove|password|sign-out EMAIL`, `admin list`: works whether or not the shop is running. */
export function addTo(program: Command): void {
  const admin = program.command('admin').description('add, remove and list administrators')
  admin
    .command('add EMAIL')
    .description('make an account an administrator; without one, create it with a password')
    .action(
      withDb(async (db, typed) => {
        const { email, password } = await addAdministrator(db, typed, { live: isLive() })
        console.log(`${email} is an administrator.`)
        if (password) printPassword(password)
      }),
    )
  admin
    .command('remove EMAIL')
    .description('take an administrator’s rights away; the account remains')
    .action(
      withDb(async (db, email) => {
        await removeAdministrator(db, email)
        console.log(`${email} is no longer an administrator. The account remains.`)
      }),
    )
  admin
    .command('password EMAIL')
    .description('set a new password for an administrator and sign all sessions out')
    .action(
      withDb(async (db, email) => {
        const password = await resetAdministratorPassword(db, email, { live: isLive() })
        console.log(`${email} has a new password and is signed out everywhere.`)
        printPassword(password)
      }),
    )
  admin
    .command('sign-out [EMAIL]')
    .description('end all sessions of an account, or with --everyone of all accounts, after a theft or a leak')
    .option('--everyone', 'all accounts, the administrators’ too')
    .action((email: string | undefined, { everyone = false }: { everyone?: boolean }) =>
      withDb(async (db) => {
        if ((email === undefined) !== everyone) refuse('Name an account, or use --everyone.')
        const ended = await signOutEverywhere(db, email ?? null)
        console.log(`${ended} sessions of ${email ?? 'all accounts'} have ended.`)
      })(''),
    )
  admin
    .command('list')
    .description('list the administrators')
    .action(() =>
      withDb(async (db) => {
        for (const each of await listAdministrators(db)) console.log(each)
      })(''),
    )
}

function withDb(work: (db: Db, email: string) => Promise<void>): (email: string) => Promise<void> {
  return (email) =>
    runCommand(async () => {
      await using database = await openShopDatabase()
      const db = openDb({ connectionString: database.connectionString, log: database.log, maxConnections: 1 })
      try {
        await work(db, email)
      } finally {
        await db.close()
      }
    })
}

function isLive(): boolean {
  return readConfig().SHOP_MODE === 'live'
}

function printPassword(password: string): void {
  console.log(`The password, shown only once: ${password}`)
  if (isLive()) console.log(noteOfGeneratedPassword)
}
