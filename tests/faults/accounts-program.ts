import { openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { rows } from '#tests/fixtures/rows.ts'

// Serves /auth/v1 over the given database until it is killed; prints its URL.

const [connectionString = ''] = process.argv.slice(2)
const db = openDb({ connectionString, log: createLog({ level: 'error' }) })
const api = await startAccountsApi({
  db: { ...db, ...rows(db), connectionString, [Symbol.asyncDispose]: async () => undefined },
})
process.stdout.write(`${api.url} ${api.anonKey}\n`)
