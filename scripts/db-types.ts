import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPolicies } from '#platform/database/check-rights.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withClient } from '#platform/database/with-client.ts'
import { temporaryPostgres } from '#tests/fixtures/temporary-postgres.ts'
import { generateSchema, schemaFile } from './db-schema.ts'

// `npm run db:types`: the TypeScript types of the tables, the list of their policies and the schema as one file to read,
// from a new database with every migration.

export const typesFile = 'src/app/database/tables.ts'
export const policiesFile = 'src/operations/policies.ts'

/** Gives the platform the application's tables. */
const augmentation = `
import type { Pounds } from '#base/money.ts'

declare module '#platform/database/tables.ts' {
  interface Tables extends DB {}
}
`

/** The TypeScript types of a migrated database: tables of `public` by name, others as `schema.table`. */
export function generateTypes(connectionString: string): string {
  const file = join(tmpdir(), `types-${process.pid}-${Date.now()}.ts`)
  const args = ['--dialect', 'postgres', '--url', connectionString, '--out-file', file, '--no-domains']
  args.push('--default-schema', 'public', '--include-pattern', '(public|private|auth|storage).*')
  // Every numeric column is money: its type can be read and written by the helpers of money alone.
  args.push('--type-mapping', '{"numeric":"Pounds"}')
  const done = spawnSync(process.execPath, ['node_modules/kysely-codegen/dist/cli/bin.js', ...args], {
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`kysely-codegen failed: ${done.stderr || done.stdout}`)
  return readFileSync(file, 'utf8') + augmentation
}

/** The policies of a migrated database by role; the program compares them with its own database at each start. */
export async function generatePolicies(connectionString: string): Promise<string> {
  const lines = (await withClient(connectionString, readPolicies)).map((line) => `  '${line}',`)
  const head = '// Written by `npm run db:types`: `schema.table command role` for each policy of the migrations.'
  return `${head}\nexport const policies: readonly string[] = [\n${lines.join('\n')}\n]\n`
}

if (import.meta.main) {
  const database = await temporaryPostgres()
  try {
    await migrate(database.url, 'db/migrations')
    writeFileSync(typesFile, generateTypes(database.url))
    writeFileSync(policiesFile, await generatePolicies(database.url))
    writeFileSync(schemaFile, await withClient(database.url, generateSchema))
    console.log('src/app/database/tables.ts, policies.ts and db/schema.sql fit the migrations.')
  } finally {
    await database.stop()
  }
}
