import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { startEmbedded } from './embedded.ts'

const log = createLog({ level: 'silent' })

test('the database is UTF-8 with the same collation on every machine, and the shop’s role is not a superuser', async () => {
  await using dir = await temporaryDir()
  await using database = await start(dir.path)

  const { rows } = await database.query(`
    select current_user, current_database(), current_setting('server_encoding') as encoding, datlocprovider, datlocale,
           rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, current_setting('listen_addresses') as addresses
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`)

  expect(rows[0]).toMatchObject({
    current_user: 'shop_owner',
    current_database: 'shop',
    encoding: 'UTF8',
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: true,
    rolcreatedb: true,
    addresses: '',
  })
})

test('written rows are there after a clean stop, and durability is on unless it is switched off', async () => {
  await using dir = await temporaryDir()
  {
    await using database = await start(dir.path, { durable: true })
    await database.query(`create table kept as select 'the same' as word`)
  }
  await using database = await start(dir.path, { durable: true })
  const { rows } = await database.query(`
    select word, current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
           current_setting('full_page_writes') as pages from kept`)
  expect(rows).toEqual([{ word: 'the same', fsync: 'on', sync: 'on', pages: 'on' }])
})

test('only its owner can read the passwords or enter the folder of the socket', { tags: ['S46'] }, async () => {
  await using dir = await temporaryDir()
  await using _database = await start(dir.path)
  const modes = ['passwords.json', 'socket', 'data'].map(
    async (name) => (await stat(join(dir.path, name))).mode & 0o777,
  )
  expect(await Promise.all(modes)).toEqual([0o600, 0o700, 0o700])
})

test('files of another PostgreSQL version are refused and stay unchanged', { tags: ['D8'] }, async () => {
  await using dir = await temporaryDir()
  {
    await using _database = await start(dir.path)
  }
  const version = join(dir.path, 'data/PG_VERSION')
  await writeFile(version, '17\n')

  await expect(start(dir.path)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('data directory is PostgreSQL 17, this build is 18'),
  })
  expect(await readFile(version, 'utf8')).toBe('17\n')
})

test('missing passwords are an error and are not replaced', async () => {
  await using dir = await temporaryDir()
  {
    await using _database = await start(dir.path)
  }
  await rm(join(dir.path, 'passwords.json'))
  await expect(start(dir.path)).rejects.toThrow(/passwords\.json is missing/)
})

test('a second start on the same folder is refused with the process number of the first', async () => {
  await using dir = await temporaryDir()
  await using _database = await start(dir.path)
  await expect(start(dir.path)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(`already running as pid ${process.pid}`),
  })
})

test('a folder too deep for a socket path works', async () => {
  await using dir = await temporaryDir()
  await using database = await start(join(dir.path, 'a-rather-long-name-of-a-folder'.repeat(4)))
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

async function start(dataDir: string, { durable = false } = {}) {
  const database = await startEmbedded({ dataDir, log, durable })
  const client = new pg.Client(database.connectionString)
  await client.connect()
  return {
    query: (sql: string) => client.query(sql),
    async [Symbol.asyncDispose]() {
      await client.end()
      await database.stop()
    },
  }
}

async function temporaryDir() {
  const path = await mkdtemp(join(tmpdir(), 'embedded-'))
  await chmod(path, 0o711)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
