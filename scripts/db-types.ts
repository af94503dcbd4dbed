import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPolicies } from '#platform/database/read-policies.ts'
import { withClient } from '#platform/database/with-client.ts'

const target = 'src/app/database/tables.ts'

/** Gives the platform the application's tables. */
const augmentation = `
declare module '#platform/database/tables.ts' {
  interface Tables extends DB {}
}
`

/** The TypeScript types of a migrated database: tables of `public` by name, others as `schema.table`. */
export function generateTypes(connectionString: string): string {
  const file = join(tmpdir(), `types-${process.pid}-${Date.now()}.ts`)
  const args = ['--dialect', 'postgres', '--url', connectionString, '--out-file', file, '--no-domains']
  args.push('--default-schema', 'public', '--include-pattern', '(public|private|auth|storage).*')
  const done = spawnSync(process.execPath, ['node_modules/kysely-codegen/dist/cli/bin.js', ...args], {
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`kysely-codegen failed: ${done.stderr || done.stdout}`)
  return readFileSync(file, 'utf8') + augmentation
}

/** Writes the types, or in check mode compares the written ones with the migrated database. */
export function writeTypes(connectionString: string): void {
  writeFileSync(target, generateTypes(connectionString))
}

/** The types in the repository. */
export function writtenTypes(): string {
  return readFileSync(target, 'utf8')
}

const policiesTarget = 'src/app/database/policies.ts'

/** The policies of a migrated database by role; the program compares them with its own database at each start. */
export async function generatePolicies(connectionString: string): Promise<string> {
  const lines = (await withClient(connectionString, readPolicies)).map((line) => `  '${line}',`)
  const head = '// Written by `npm run db:types`: `schema.table command role` for each policy of the migrations.'
  return `${head}\nexport const policies: readonly string[] = [\n${lines.join('\n')}\n]\n`
}

export async function writePolicies(connectionString: string): Promise<void> {
  writeFileSync(policiesTarget, await generatePolicies(connectionString))
}

/** The policies in the repository. */
export function writtenPolicies(): string {
  return readFileSync(policiesTarget, 'utf8')
}
