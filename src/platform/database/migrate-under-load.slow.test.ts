import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { migrate, ProgramTooOld, requireNewEnough } from './migrate.ts'
import { keyOf, kindOf, readMigrations } from './migration-files.ts'

const directory = 'db/migrations'
const index = 'create index concurrently if not exists pre_orders_trial_idx on public.pre_orders (currency);\n'

test('a migration waits for a transaction that reads, says who it is, and lets others read meanwhile', async () => {
  await using shop = await migrated()
  await using reader = await connect(shop.url, 'a-backup')
  await reader.client.query('begin isolation level repeatable read; select from public.pre_orders')
  await shop.add('9001_column.sql', 'alter table public.pre_orders add column trial text;')
  const waits: string[] = []
  const running = migrate(shop.url, shop.path, { onWait: (message) => waits.push(message) })
  await using buyer = await connect(shop.url, 'a-buyer')
  const times: number[] = []
  while (times.length < 20) {
    const began = performance.now()
    await buyer.client.query('select from public.pre_orders')
    times.push(performance.now() - began)
    await pause(100)
  }
  await reader.client.query('commit')
  expect(await running).toEqual(['public/9001_column.sql'])
  expect(waits).toEqual([
    expect.stringMatching(/^public\/9001_column\.sql waits for a-backup \(process \d+, idle in tr/),
  ])
  expect(Math.max(...times)).toBeLessThan(1_000)
})

test('a migration that gets no lock in time names the holder, changes nothing and runs at the next start', async () => {
  await using shop = await migrated()
  await using reader = await connect(shop.url, 'a-backup')
  await reader.client.query('begin; select from public.pre_orders')
  await shop.add(
    '9001_column.sql',
    'create table public.first (id int); alter table public.pre_orders add column t text;',
  )
  await expect(migrate(shop.url, shop.path, { timeoutMs: 1_200 })).rejects.toThrow(
    /^Migration public\/9001_column\.sql failed: it got no lock within 1 s; it waited for a-backup \(process /,
  )
  expect(await reader.one("select to_regclass('public.first') as found")).toEqual({ found: null })
  await reader.client.query('commit')
  expect(await migrate(shop.url, shop.path)).toEqual(['public/9001_column.sql'])
})

test('an index is built outside a transaction, also when two programs start at once', async () => {
  await using shop = await migrated()
  await shop.add('9001_index.sql', `-- outside a transaction\n${index}`)
  const ran = await Promise.all([1, 2, 3].map(() => migrate(shop.url, shop.path)))
  expect(ran.flat()).toEqual(['public/9001_index.sql'])
  await using reader = await connect(shop.url, 'reader')
  expect(await reader.one(validSql)).toEqual({ valid: true })
})

test('an index that a killed attempt left invalid is dropped and built again', async () => {
  await using shop = await migrated()
  await using reader = await connect(shop.url, 'a-backup')
  await reader.client.query('begin isolation level repeatable read; select from public.pre_orders')
  await shop.add('9001_index.sql', `-- outside a transaction\n${index}`)
  const first = migrate(shop.url, shop.path).catch((error: Error) => error)
  await using other = await connect(shop.url, 'other')
  while ((await other.one(validSql))?.valid !== false) await pause(50)
  await other.client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'shop-migrate'",
  )
  expect(String(await first)).toContain('Migration public/9001_index.sql failed')
  expect(await other.one(validSql)).toEqual({ valid: false })
  await reader.client.query('commit')
  expect(await migrate(shop.url, shop.path)).toEqual(['public/9001_index.sql'])
  expect(await other.one(validSql)).toEqual({ valid: true })
})

test('an index whose row in the ledger was lost with the program is not built twice', async () => {
  await using shop = await migrated()
  await using other = await connect(shop.url, 'other')
  await other.client.query(index)
  await shop.add('9001_index.sql', `-- outside a transaction\n${index}`)
  expect(await migrate(shop.url, shop.path)).toEqual(['public/9001_index.sql'])
})

test('a concurrent index that could not be repeated is refused', async () => {
  await using shop = await migrated()
  await shop.add('9001_index.sql', '-- outside a transaction\ncreate index concurrently a on public.pre_orders (id);')
  await expect(migrate(shop.url, shop.path)).rejects.toThrow('write "create index concurrently if not exists"')
})

test('after a contract migration, a program without the version it needs does not start and is not ready', async () => {
  await using shop = await migrated()
  const old = (await readMigrations(directory)).map(keyOf)
  await shop.add('9001_expand.sql', 'alter table public.pre_orders add column trial text;')
  await shop.add(
    '9002_contract.sql',
    '-- contract: needs public/9001_expand.sql\nalter table public.pre_orders drop column trial;',
  )
  await using other = await connect(shop.url, 'other')
  await requireNewEnough(other.client, old)
  await migrate(shop.url, shop.path)
  const sentence =
    'This version of the shop is too old for its database: public/9002_contract.sql has run, which needs a version that ' +
    'has public/9001_expand.sql. Update the program.'
  await expect(migrate(shop.url, directory)).rejects.toThrow(new ProgramTooOld(sentence))
  await expect(requireNewEnough(other.client, old)).rejects.toThrow(sentence)
  await requireNewEnough(other.client, [...old, 'public/9001_expand.sql'])
})

test('the kind of a migration is read from the comments at its head alone', () => {
  expect(kindOf('-- An index.\n-- outside a transaction\ncreate index …')).toEqual({ isOutside: true, needs: null })
  expect(kindOf('\n-- contract: needs public/0030_a.sql\ndrop …').needs).toBe('public/0030_a.sql')
  expect(kindOf('select 1;\n-- outside a transaction\n-- contract: needs public/0030_a.sql')).toEqual({
    isOutside: false,
    needs: null,
  })
})

const validSql = `select (select indisvalid from pg_index where indexrelid = to_regclass('public.pre_orders_trial_idx')) as valid`

/** A migrated database, and a copy of the migrations to add files to. */
async function migrated() {
  const database = await testDatabase()
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(directory, path, { recursive: true })
  return {
    url: database.connectionString,
    path,
    add: (name: string, sql: string) => writeFile(join(path, 'public', name), sql),
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true })
      await database[Symbol.asyncDispose]()
    },
  }
}

async function connect(connectionString: string, name: string) {
  const client = new pg.Client({ connectionString, application_name: name })
  await client.connect()
  return {
    client,
    one: async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows[0],
    [Symbol.asyncDispose]: () => client.end(),
  }
}
