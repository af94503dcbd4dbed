import { addAdministrator, listAdministrators, removeAdministrator } from '#features/auth/administrators.ts'
import { openDb } from '#infrastructure/db/db.ts'
import { Refusal } from '#infrastructure/refusal.ts'
import { openShopDatabase } from './shop-database.ts'

// `npm run admin -- add|remove|list EMAIL`: who may open the back office.

const [verb, email = ''] = process.argv.slice(2)

if (!(verb === 'list' || ((verb === 'add' || verb === 'remove') && email))) {
  console.error('npm run admin -- add EMAIL | remove EMAIL | list')
  process.exit(1)
}
await using database = await openShopDatabase()
const db = openDb({ connectionString: database.connectionString, log: database.log, maxConnections: 1 })
try {
  if (verb === 'add') tellAdded(await addAdministrator(db, email))
  else if (verb === 'remove') await removeAdministrator(db, email)
  for (const each of await listAdministrators(db)) console.log(each)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await db.close()
}

function tellAdded({ email: address, password }: { email: string; password: string | null }): void {
  if (password) console.log(`${address} has a new account. Its password, shown this once: ${password}`)
}
