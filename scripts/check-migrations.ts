import { keyOf, readMigrations } from '#platform/database/migration-files.ts'
import { findFaults } from './migration-rules.ts'

// Part of `npm run check`: the running version keeps working while a migration runs and after it (docs/decisions/0057).

/** The last files that were written before the rule. */
const before: Record<string, number> = { auth: 5, storage: 1, public: 25 }

const migrations = await readMigrations('db/migrations')
const keys = migrations.map(keyOf)
const found = migrations
  .filter(({ folder, name }) => Number(name.slice(0, 4)) > (before[folder] ?? 0))
  .flatMap((each) => findFaults(each.sql, keys).map((fault) => `db/migrations/${keyOf(each)}: ${fault}`))

for (const each of found) console.error(each)
if (found.length > 0) process.exit(1)
