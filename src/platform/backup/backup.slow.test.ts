import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { addAdministrator } from '../auth/administrators.ts'
import { openDb } from '../database/db.ts'
import { createQueue } from '../jobs/queue.ts'
import { createLog } from '../log.ts'
import { diskStore } from '../storage/files/disk-store.ts'
import { type FileStore, originalName } from '../storage/files/file-store.ts'
import { openBackupTarget } from './backup-target.ts'
import { restoreBackup } from './restore-backup.ts'
import { RestoreRefused } from './restore-database.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const jwtSecret = 'a secret of the tests, long enough to be one'
const key = 'correct horse battery staple'
const log = createLog({ level: 'error' })

let dir: string
let db: TestDatabase
let files: FileStore

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'backup-'))
  db = await testDatabase()
  files = diskStore(join(dir, 'storage'))
  const { id } = await db.user({ admin: true })
  await db.product({ name: 'Sarah’s dress\\ with a tab\there', description: 'two\nlines' })
  for (let count = 0; count < 3; count += 1) await db.order({ user_id: id, gift_note: count ? null : 'For\nyou \\N' })
  await db.asService((tx) =>
    sql`insert into auth.mfa_factors (user_id, factor_type, status, secret, created_at, updated_at)
      values (${id}, 'totp', 'verified', 'v1.sealed', now(), now())`.execute(tx),
  )
  await storeObject('one.jpg', Buffer.from('a picture'))
  await storeObject('two.jpg', Buffer.alloc(3_000_000, 7))
})
afterAll(async () => {
  await db[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

async function storeObject(name: string, content: Buffer) {
  const { rows } = await db.asService((tx) =>
    sql<{ id: string; version: string }>`insert into storage.objects (bucket_id, name)
      values ('product-images', ${name}) returning id, version`.execute(tx),
  )
  const [row] = rows
  if (row) await files.put(originalName(row), content, 'image/jpeg')
}

async function backup(options: { key?: string } = {}) {
  const target = await openBackupTarget(join(dir, randomUUID()), {}, log)
  const own = { secrets: { 'jwt-secret': jwtSecret }, onlyEncrypted: ['private.postage_account'] }
  const source = { connectionString: db.connectionString, files, jwtSecret, ...own }
  const { name, manifest } = await writeBackup({ ...source, ...options, program: '1.0.0' }, target)
  const open = async () => {
    const bytes = await target.open(name)
    if (!bytes) throw new Error('no backup')
    return bytes
  }
  return { name, manifest, open }
}

async function place(connectionString: string) {
  const dataDir = join(dir, randomUUID())
  return {
    connectionString,
    files: diskStore(join(dataDir, 'storage')),
    dataDir,
    jwtSecret: undefined as string | undefined,
    allowNewSecret: false,
    migrationsDir: 'db/migrations',
    afterwards: [] as string[],
  }
}

/** Every table that row-level security guards, with its triggers and its rows for the service. */
async function contents(connectionString: string) {
  const other = openDb({ connectionString, log, maxConnections: 1 })
  try {
    return await other.asService(async (tx) => {
      const tables = await sql<{ name: string; forced: boolean; triggers: string[] }>`
        select c.oid::regclass::text as name, relforcerowsecurity as forced,
          array(select tgname || tgenabled::text from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind = 'r' and nspname in ('auth', 'storage', 'public', 'private') order by 1`.execute(tx)
      const rows: Record<string, unknown> = {}
      for (const { name } of tables.rows) {
        const found = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t order by 1`.execute(tx)
        rows[name] = found.rows.map(({ text }) => text)
      }
      return { tables: tables.rows, rows }
    })
  } finally {
    await other.close()
  }
}

test('a restored shop has every row, sequence and file of the backup, the same guards, and no new e-mail', async () => {
  const { open, manifest } = await backup({ key })
  await using target = await emptyDatabase()
  const to = await place(target.connectionString)
  await restoreBackup(open, key, await verifyBackup(await open(), key), to)

  expect(await contents(target.connectionString)).toEqual(await contents(db.connectionString))
  expect(manifest.tables.find(({ name }) => name === 'pre_orders')?.rows).toBe(3)
  expect((await readFile(join(to.dataDir, 'jwt-secret'), 'utf8')).trim()).toBe(jwtSecret)
  expect((await stat(join(to.dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600)
  for (const { name } of manifest.files) expect(await to.files.read(name)).toEqual(await files.read(name))
  const after = openDb({ connectionString: target.connectionString, log, maxConnections: 1 })
  const inserted = await after.asService((tx) =>
    sql`insert into private.audit_log (action, table_name) values ('a', 'b') returning id`.execute(tx),
  )
  await after.close()
  expect(inserted.rows).toHaveLength(1)
})

test('a backup sees one moment: rows written while it runs are all in it or not at all', async () => {
  await using target = await emptyDatabase()
  const writing = { on: true, orders: 0 }
  const shop = (async () => {
    while (writing.on) {
      await db.asService(async (tx) => {
        const slug = `while-${randomUUID()}`
        await tx
          .insertInto('products')
          .values({ name: 'While', slug, price: pounds(1) })
          .execute()
        await tx
          .insertInto('discount_codes')
          .values({ code: slug.toUpperCase().slice(0, 20), percent: 5 })
          .execute()
      })
      writing.orders += 1
    }
  })()
  const { open } = await backup({ key })
  writing.on = false
  await shop
  expect(writing.orders).toBeGreaterThan(0)
  await restoreBackup(open, key, await verifyBackup(await open(), key), await place(target.connectionString))
  const { rows } = await contents(target.connectionString)
  const products = (rows.products as string[]).filter((row) => row.includes('while-')).length
  expect(rows.discount_codes).toHaveLength(products)
})

test('without a key a backup has no secret: a restored shop has a new one, and no factor that it cannot check', async () => {
  const { open, manifest, name } = await backup()
  expect(name).toMatch(/^shop-\d{8}T\d{6}Z\.tar\.zst$/)
  expect(manifest.secrets).toEqual([])
  const bytes = await buffer(await open())
  expect(bytes.includes(jwtSecret)).toBe(false)
  const verified = await verifyBackup(await open(), undefined)
  await using target = await emptyDatabase()
  const to = await place(target.connectionString)
  expect(await restoreBackup(open, undefined, verified, to)).toEqual({ hasNewSecret: true })
  const { rows } = await contents(target.connectionString)
  expect(rows.pre_orders).toHaveLength(3)
  expect(verified.manifest.tables.find((table) => table.name === 'auth.mfa_factors')?.rows).toBe(1)
  expect(rows['auth.mfa_factors']).toEqual([])
  expect((await readFile(join(to.dataDir, 'jwt-secret'), 'utf8')).trim()).not.toBe(jwtSecret)
})

test('beside another JWT_SECRET a restore is refused until the operator allows it', async () => {
  const { open } = await backup({ key })
  const verified = await verifyBackup(await open(), key)
  await using target = await emptyDatabase()
  const to = await place(target.connectionString)
  const other = { ...to, jwtSecret: 'another secret of the tests, long enough' }
  await expect(restoreBackup(open, key, verified, other)).rejects.toThrow('add --new-secret')
  const allowed = { ...other, allowNewSecret: true }
  expect(await restoreBackup(open, key, verified, allowed)).toEqual({ hasNewSecret: true })
})

test('an encrypted backup opens with its key alone', async () => {
  const { open, name } = await backup({ key })
  expect(name).toMatch(/\.tar\.zst\.age$/)
  const bytes = await buffer(await open())
  expect(bytes.includes('manifest.json')).toBe(false)
  await expect(verifyBackup(await open(), undefined)).rejects.toThrow('set BACKUP_KEY')
  await expect(verifyBackup(await open(), 'another key')).rejects.toThrow('BACKUP_KEY is not the key')
})

test('the key of the owner’s account elsewhere is in an encrypted backup alone', async () => {
  await db.asService((tx) => tx.insertInto('private.postage_account').values({ sealed_key: 'v1.sealed' }).execute())
  const rowsOf = async (options: { key?: string }) => {
    const { open } = await backup(options)
    const { manifest } = await verifyBackup(await open(), options.key)
    return manifest.tables.find(({ name }) => name === 'private.postage_account')?.rows
  }
  expect(await rowsOf({})).toBe(0)
  expect(await rowsOf({ key })).toBe(1)
  await db.asService((tx) => tx.deleteFrom('private.postage_account').execute())
})

test('a damaged or shortened backup is refused, wherever the damage is', async () => {
  for (const options of [{}, { key }]) {
    const { open } = await backup(options)
    const whole = await buffer(await open())
    const changed = (at: number) => {
      const copy = Buffer.from(whole)
      copy[at] = (copy[at] ?? 0) ^ 1
      return copy
    }
    for (const share of [0.3, 0.6, 0.95]) {
      const at = Math.floor(whole.length * share)
      await expect(verifyBackup(streamOf(changed(at)), options.key), `${at}`).rejects.toThrow()
      await expect(verifyBackup(streamOf(whole.subarray(0, at)), options.key), `cut at ${at}`).rejects.toThrow()
    }
  }
})

test('a shop is never overwritten: a place with accounts or pictures is refused and stays as it is', async () => {
  const { open } = await backup({ key })
  const verified = await verifyBackup(await open(), key)
  const before = await contents(db.connectionString)
  const full = await place(db.connectionString)
  await expect(restoreBackup(open, key, verified, full)).rejects.toThrow(RestoreRefused)
  expect(await contents(db.connectionString)).toEqual(before)
  await using target = await emptyDatabase()
  const withPicture = await place(target.connectionString)
  await withPicture.files.put(originalName({ id: randomUUID(), version: randomUUID() }), Buffer.from('x'), 'image/jpeg')
  await expect(restoreBackup(open, key, verified, withPicture)).rejects.toThrow('picture store is not empty')
})

test('a restore that fails half-way leaves an empty database, and can be repeated', async () => {
  const { open } = await backup({ key })
  const verified = await verifyBackup(await open(), key)
  await using target = await emptyDatabase()
  const to = await place(target.connectionString)
  const failing = { ...to, afterwards: ['select 1 / 0'] }
  await expect(restoreBackup(open, key, verified, failing)).rejects.toThrow('division by zero')
  expect((await contents(target.connectionString)).rows['auth.users']).toEqual([])
  await restoreBackup(open, key, verified, to)
  expect((await contents(target.connectionString)).rows.pre_orders).toHaveLength(3)
})

test('a table whose rows the reader may not see stops the backup instead of missing from it', async () => {
  await using other = await testDatabase()
  await onServer(other.connectionString, (client) =>
    client.query(`drop policy "service_role may do everything" on auth.users`),
  )
  const target = await openBackupTarget(join(dir, randomUUID()), {}, log)
  const source = {
    connectionString: other.connectionString,
    files,
    jwtSecret,
    secrets: {},
    onlyEncrypted: [],
    program: '1.0.0',
  }
  await expect(writeBackup(source, target)).rejects.toThrow('does not see every row of auth.users')
})

test('a file that the store has lost is listed, and the rest is saved', async () => {
  const { rows } = await db.asService((tx) =>
    sql<{ id: string; version: string }>`insert into storage.objects (bucket_id, name)
      values ('product-images', 'lost.jpg') returning id, version`.execute(tx),
  )
  const { manifest } = await backup()
  expect(manifest.missingFiles).toEqual(rows.map(originalName))
  expect(manifest.files).toHaveLength(2)
  await db.asService((tx) => sql`delete from storage.objects where name = 'lost.jpg'`.execute(tx))
})

test('a full disk ends a backup with its error, and the next one succeeds', async () => {
  const target = await openBackupTarget(join(dir, randomUUID()), {}, log)
  const full = {
    ...target,
    async put(_name: string, bytes: AsyncIterable<Uint8Array>): Promise<{ sizeBytes: number }> {
      for await (const _ of bytes) throw new Error('no space left on device')
      return { sizeBytes: 0 }
    },
  }
  const source = {
    connectionString: db.connectionString,
    files,
    jwtSecret,
    secrets: {},
    onlyEncrypted: [],
    program: '1.0.0',
  }
  for (const encrypted of [{}, { key }])
    await expect(writeBackup({ ...source, ...encrypted }, full)).rejects.toThrow('no space left on device')
  expect((await writeBackup(source, target)).sizeBytes).toBeGreaterThan(0)
})

test('while a backup runs, an administrator is added and a program starts its queue', async () => {
  const target = await openBackupTarget(join(dir, randomUUID()), {}, log)
  const slow = {
    ...target,
    async put(name: string, bytes: AsyncIterable<Uint8Array>) {
      await addAdministrator(db, 'meanwhile@example.com')
      const queue = createQueue({ connectionString: db.connectionString, log, working: false })
      await queue.start()
      await queue.stop()
      return target.put(name, bytes)
    },
  }
  const source = {
    connectionString: db.connectionString,
    files,
    jwtSecret,
    secrets: {},
    onlyEncrypted: [],
    program: '1.0.0',
  }
  expect((await writeBackup(source, slow)).sizeBytes).toBeGreaterThan(0)
})

test('tar and zstd read a backup without this program', async () => {
  const { open } = await backup()
  const file = join(dir, 'plain.tar.zst')
  await writeFile(file, await buffer(await open()))
  const { createZstdDecompress } = await import('node:zlib')
  const { extract } = await import('tar-stream')
  const names: string[] = []
  const entries = extract()
  Readable.from(await readFile(file))
    .pipe(createZstdDecompress())
    .pipe(entries)
  for await (const entry of entries) {
    names.push(entry.header.name)
    entry.resume()
  }
  expect(names.at(-1)).toBe('manifest.json')
  expect(names).toContain('database/pre_orders/000001.copy')
})

function streamOf(bytes: Buffer): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array(bytes)]).stream()
}
