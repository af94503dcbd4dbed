import {
  addAdministrator,
  listAdministrators,
  removeAdministrator,
  resetAdministratorPassword,
} from '#platform/auth/administrators.ts'
import { type Db, openDb } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { runCommand } from './run-command.ts'
import { openShopDatabase } from './shop-database.ts'

// `npm run admin -- add|remove|password EMAIL`, `list`: the shop's administrators. Works whether or not the shop is
// running.

const verbs: Record<string, (db: Db, email: string) => Promise<void>> = {
  async add(db, typed) {
    const { email, password } = await addAdministrator(db, typed)
    console.log(`${email} is an administrator.`)
    if (password) tellPassword(password)
  },
  async remove(db, email) {
    await removeAdministrator(db, email)
    console.log(`${email} is no longer an administrator. The account remains.`)
  },
  async password(db, email) {
    const password = await resetAdministratorPassword(db, email)
    console.log(`${email} has a new password and is signed out everywhere.`)
    tellPassword(password)
  },
  async list(db) {
    for (const each of await listAdministrators(db)) console.log(each)
  },
}

await runCommand(async () => {
  const [verb = '', email = '', ...more] = process.argv.slice(2)
  const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!work || more.length > 0 || (verb === 'list') !== (email === '')) {
    throw new AppError('bad_request', 'npm run admin -- add EMAIL | remove EMAIL | password EMAIL | list')
  }
  await using database = await openShopDatabase()
  const db = openDb({ connectionString: database.connectionString, log: database.log, maxConnections: 1 })
  try {
    await work(db, email)
  } finally {
    await db.close()
  }
})

function tellPassword(password: string): void {
  console.log(`The password, shown only once: ${password}`)
}
