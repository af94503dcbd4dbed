import { migrate } from '#platform/database/migrate.ts'
import { temporaryPostgres } from '#tests/fixtures/temporary-postgres.ts'
import { writePolicies, writeTypes } from './db-types.ts'

// `npm run db:types`: the TypeScript types of the tables and the list of their policies, from a new database with every
// migration.

const database = await temporaryPostgres()
try {
  await migrate(database.url, 'db/migrations')
  writeTypes(database.url)
  await writePolicies(database.url)
  console.log('src/app/database/tables.ts and policies.ts fit the migrations.')
} finally {
  await database.stop()
}
