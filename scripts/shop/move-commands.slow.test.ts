import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { readSettings, requireOpenShop } from '#operations/move/closed-shop.ts'
import { openDb } from '#platform/database/db.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { withClient } from '#platform/database/with-client.ts'
import { createLog } from '#platform/log.ts'
import { openFileStore } from '#platform/storage/files/open-file-store.ts'
import { type Done, runCommand } from '#tests/fixtures/command.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { dataFolder } from '#tests/fixtures/program.ts'
import { programEnvironment } from '#tests/fixtures/program-environment.ts'
import { s3Server } from '#tests/fixtures/s3-server.ts'
import { accessIn, signedInShop } from '#tests/fixtures/signed-in-shop.ts'

const JWT_SECRET = 'a secret of the tests, long enough to be one'

const log = createLog({ level: 'silent' })

type Env = Record<string, string>

function move(env: Env, ...args: string[]): Promise<Done> {
  return runCommand('scripts/shop.ts', ['move', ...args, '--yes'], { JWT_SECRET, ...env })
}

/** Starts a move, and kills it as soon as it has said this. */
async function killedMove(line: string, env: Env, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, ['scripts/shop.ts', 'move', ...args, '--yes'], {
    env: programEnvironment({ JWT_SECRET, ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const said of createInterface(child.stdout)) if (said.includes(line)) child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
}

async function shopWithOrders(count: number) {
  const db = await testDatabase({ withQueue: true })
  await db.user({ admin: true })
  for (let order = 0; order < count; order += 1) await db.order()
  return db
}

async function countOrders(connectionString: string): Promise<number> {
  const db = openDb({ connectionString, log, maxConnections: 1 })
  const found = await db.asService((tx) => tx.selectFrom('pre_orders').select(tx.fn.countAll().as('count')).execute())
  await db.close()
  return Number(found[0]?.count)
}

test('a shop moves into an empty database and into the private one and back, and the old one sells nothing', {
  timeout: 120_000,
}, async () => {
  await using first = await shopWithOrders(2)
  await signedInShop(first)
  const access = await accessIn(first)
  await using second = await emptyDatabase()
  await using third = await emptyDatabase()
  await using data = await dataFolder()
  const env = { DATA_DIR: data.path, DATABASE_URL: first.connectionString }

  const there = await move(env, 'database', '--to', second.connectionString)
  expect(there).toMatchObject({ code: 0, err: '' })
  expect(there.out).toContain('Set DATABASE_URL to that database')
  expect(await countOrders(second.connectionString)).toBe(3)
  const atSecond = openDb({ connectionString: second.connectionString, log, maxConnections: 1 })
  expect(await accessIn(atSecond)).toEqual(access)
  await atSecond.close()
  await expect(first.order()).rejects.toThrow('read-only transaction')
  const again = await move(env, 'database', '--to', third.connectionString)
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('was moved to postgresql://') })
  expect(again.err).not.toContain('postgres:')

  const moved = { ...env, DATABASE_URL: second.connectionString }
  expect(await move(moved, 'database', '--to', 'private')).toMatchObject({ code: 0, err: '' })
  const own = await startEmbedded({ dataDir: join(data.path, 'postgres'), log })
  expect(await countOrders(own.connectionString)).toBe(3)
  await own.stop()
  expect(await move({ DATA_DIR: data.path }, 'database', '--to', third.connectionString)).toMatchObject({ code: 0 })
  expect(await countOrders(third.connectionString)).toBe(3)
  const back = await move({ ...env, DATABASE_URL: third.connectionString }, 'database', '--to', 'private')
  expect(back).toMatchObject({
    code: 0,
    out: expect.stringContaining('The database that was moved away before is now in'),
  })
})

test('a move into a database with a shop changes neither, and the old shop is open again', async () => {
  await using first = await shopWithOrders(1)
  await using other = await shopWithOrders(2)
  await using data = await dataFolder()
  const env = { DATA_DIR: data.path, DATABASE_URL: first.connectionString }
  const refused = await move(env, 'database', '--to', other.connectionString)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('already contains a shop') })
  await first.order()
  expect(await countOrders(other.connectionString)).toBe(2)
})

test('a shop that was moved is opened again by its operator', async () => {
  await using first = await shopWithOrders(1)
  await using second = await emptyDatabase()
  await using data = await dataFolder()
  const env = { DATA_DIR: data.path, DATABASE_URL: first.connectionString }
  await move(env, 'database', '--to', second.connectionString)
  const unsure = await runCommand('scripts/shop.ts', ['move', 'reopen'], { JWT_SECRET, ...env })
  expect(unsure).toMatchObject({ code: 1, err: expect.stringContaining('only one of them may sell') })
  expect(await move(env, 'reopen')).toMatchObject({ code: 0, out: expect.stringContaining('is open again') })
  await first.order()
  expect(await move(env, 'reopen')).toMatchObject({ code: 1, err: 'This shop is already open' })
})

test('a move that is killed leaves the old shop closed, which goes on where it ended, or is opened again', async () => {
  await using first = await shopWithOrders(2)
  await using second = await emptyDatabase()
  await using data = await dataFolder()
  const env = { DATA_DIR: data.path, DATABASE_URL: first.connectionString }
  const killed = (line: string) => killedMove(line, env, 'database', '--to', second.connectionString)
  async function expectClosed() {
    await expect(first.order()).rejects.toThrow('read-only transaction')
    await expect(requireOpenShop(first.connectionString, readConfig({}))).rejects.toThrow('because it is being moved')
  }

  await killed('Copying every row')
  await expectClosed()
  expect(await withClient(second.connectionString, readSettings)).not.toContain('shop.moved_from')
  expect(await move(env, 'reopen')).toMatchObject({ code: 0, out: expect.stringContaining('is open again') })
  await first.order()

  // Killed between the copy and the mark.
  await killed('Copied and compared')
  await expectClosed()
  const again = await move(env, 'database', '--to', second.connectionString)
  expect(again).toMatchObject({ code: 0, err: '', out: expect.stringContaining('The rows had already been copied.') })
  expect(await countOrders(second.connectionString)).toBe(3)
  await expect(first.order()).rejects.toThrow('read-only transaction')
})

test('pictures move to a bucket and back, each with the same bytes', async () => {
  await using db = await shopWithOrders(1)
  await using server = await s3Server()
  await using data = await dataFolder()
  await mkdir(join(data.path, 'storage'))
  const disk = openFileStore({ dataDir: data.path, config: {}, log })
  const pictures = Array.from(
    { length: 12 },
    (_, at) => [`objects/${at}/1`, Buffer.alloc(1_000 * at, `${at}`)] as const,
  )
  for (const [name, bytes] of pictures) await disk.put(name, bytes, 'image/png')
  const env = { DATA_DIR: data.path, DATABASE_URL: db.connectionString, ...server.access }

  const there = await move(env, 'pictures', '--to', 's3')
  expect(there).toMatchObject({ code: 0, err: '', out: expect.stringContaining('13 files were copied and compared') })
  for (const [name, bytes] of pictures) expect(await server.files.read(name)).toEqual(bytes)
  await disk.remove(['shop-mark', ...pictures.map(([name]) => name)])
  expect(await move(env, 'pictures', '--to', 'disk')).toMatchObject({ code: 0 })
  for (const [name, bytes] of pictures) expect(await disk.read(name)).toEqual(bytes)
})

test('pictures do not move into the bucket of another shop', async () => {
  await using db = await shopWithOrders(1)
  await using server = await s3Server()
  await using data = await dataFolder()
  await server.files.put('shop-mark', Buffer.from('another'), 'text/plain')
  const env = { DATA_DIR: data.path, DATABASE_URL: db.connectionString, ...server.access }
  const refused = await move(env, 'pictures', '--to', 's3')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('the pictures of another shop') })
  await db.order()
})
