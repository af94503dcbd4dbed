import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { type Baseline, ledgerDigest, migrate, readBaseline } from './migrate.ts'
import { keyOf, readMigrations } from './migration-files.ts'
import { withClient } from './with-client.ts'

const directory = 'db/migrations'

// A database from before the baseline has the same tables and a ledger of other files. The baseline creates the tables
// here; a comparison of both dumps showed that they are equal.
const earlier: [string, string][] = [
  ['auth/0001_roles.sql', 'a'.repeat(64)],
  ['public/0001_clock_and_settings.sql', 'b'.repeat(64)],
  ['public/0046_plain_functions.sql', 'c'.repeat(64)],
]

test('a database with every earlier migration adopts the baseline, and later files run', async () => {
  await using database = await earlierDatabase(earlier)
  await using folder = await migrationsThatAdopt(earlier)
  expect(await migrate(database.connectionString, folder.path)).toEqual([])
  expect(await ledgerOf(database.connectionString)).toEqual(await baselineLedger())
  await writeFile(join(folder.path, 'public', '9001_next.sql'), 'select 1;')
  expect(await migrate(database.connectionString, folder.path)).toEqual(['public/9001_next.sql'])
})

test('of two programs that start at once, one adopts the baseline', async () => {
  await using database = await earlierDatabase(earlier)
  await using folder = await migrationsThatAdopt(earlier)
  await writeFile(join(folder.path, 'public', '9001_next.sql'), 'create table public.next (id int);')
  const ran = await Promise.all([1, 2].map(() => migrate(database.connectionString, folder.path)))
  expect(ran.flat()).toEqual(['public/9001_next.sql'])
  expect(Object.keys(await ledgerOf(database.connectionString))).toHaveLength(
    (await readMigrations(folder.path)).length,
  )
})

test.each([
  ['lacks the last of the earlier migrations', earlier.slice(0, -1)],
  ['has an earlier migration with another text', [...earlier.slice(0, -1), [earlier[2]?.[0] ?? '', 'd'.repeat(64)]]],
  ['has a migration the previous version does not have', [...earlier, ['public/0047_own.sql', 'e'.repeat(64)]]],
] as [string, [string, string][]][])(
  'a database that %s is refused in one line and left as it is',
  async (_, ledger) => {
    await using database = await earlierDatabase(ledger)
    await using folder = await migrationsThatAdopt(earlier)
    const error = await migrate(database.connectionString, folder.path).catch((error: Error) => error)
    expect(String(error)).toMatch(
      /^Error: This database lacks migrations from before the baseline: start .+ once, which/,
    )
    expect(String(error)).not.toContain('\n')
    expect(await ledgerOf(database.connectionString)).toEqual(Object.fromEntries(ledger))
  },
)

test('an empty database runs the baseline', async () => {
  await using database = await emptyDatabase()
  const files = await readMigrations(directory)
  expect(await migrate(database.connectionString, directory)).toEqual(files.map(keyOf))
})

test('a run that stopped within the baseline continues at the next start', async () => {
  await using database = await emptyDatabase()
  await using folder = await migrationsThatAdopt(earlier)
  await rm(join(folder.path, 'storage'), { recursive: true })
  await rm(join(folder.path, 'public'), { recursive: true })
  const began = await migrate(database.connectionString, folder.path)
  const files = await readMigrations(directory)
  expect([...began, ...(await migrate(database.connectionString, directory))]).toEqual(files.map(keyOf))
})

test('the baseline names files that exist, numbered without a gap, and defines no function twice', async () => {
  const baseline = await readBaseline(directory)
  const files = await readMigrations(directory)
  expect(files.map(keyOf).filter((key) => baseline?.files.includes(key))).toEqual(baseline?.files)
  for (const folder of ['auth', 'storage', 'public']) {
    const numbers = files.filter((each) => each.folder === folder).map(({ name }) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
  const functions = files
    .filter((each) => baseline?.files.includes(keyOf(each)))
    .flatMap(({ sql }) => [...sql.matchAll(/create (?:or replace )?function (\S+?)\(/g)].map(([, name]) => name))
  expect(functions.length).toBeGreaterThan(50)
  expect(new Set(functions).size).toBe(functions.length)
})

/** A migrated database whose table of applied migrations has only these rows. */
async function earlierDatabase(ledger: readonly [string, string][]) {
  const database = await emptyDatabase()
  await using folder = await migrationsThatAdopt(ledger)
  await migrate(database.connectionString, folder.path)
  await withClient(database.connectionString, async (client) => {
    await client.query('delete from migrations.applied')
    for (const [key, checksum] of ledger) {
      const [folder, name] = key.split('/')
      await client.query('insert into migrations.applied (folder, name, checksum) values ($1, $2, $3)', [
        folder,
        name,
        checksum,
      ])
    }
  })
  return database
}

/** A copy of the migrations of the baseline, without later files, that adopts this ledger. */
async function migrationsThatAdopt(ledger: readonly [string, string][]) {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(directory, path, { recursive: true })
  const file = join(path, 'baseline.json')
  const baseline: Baseline = JSON.parse(await readFile(file, 'utf8'))
  for (const key of (await readMigrations(path)).map(keyOf)) {
    if (!baseline.files.includes(key)) await rm(join(path, key))
  }
  await writeFile(file, JSON.stringify({ ...baseline, adopts: ledgerDigest(new Map(ledger)) }))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function baselineLedger(): Promise<Record<string, string>> {
  const baseline = await readBaseline(directory)
  const files = (await readMigrations(directory)).filter((each) => baseline?.files.includes(keyOf(each)))
  return Object.fromEntries(files.map((each) => [keyOf(each), each.checksum]))
}

function ledgerOf(connectionString: string): Promise<Record<string, string>> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query('select folder, name, checksum from migrations.applied')
    return Object.fromEntries(rows.map((row) => [keyOf(row), row.checksum]))
  })
}
