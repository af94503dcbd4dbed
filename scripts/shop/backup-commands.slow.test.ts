import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackupTarget } from '#platform/backup/backup-target.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createLog } from '#platform/log.ts'
import { sealOfDatabase } from '#platform/secrets/secrets.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { s3Server } from '#tests/fixtures/s3-server.ts'
import { accessIn, noAccess, signedInShop } from '#tests/fixtures/signed-in-shop.ts'

const JWT_SECRET = 'a secret of the tests, long enough to be one'
const BACKUP_KEY = 'correct horse battery staple'

async function shopWithOrder() {
  const db = await testDatabase()
  await db.user({ admin: true })
  await db.order()
  return db
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'backup-command-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const log = createLog({ level: 'silent' })
const lastLine = (out: string) => out.split('\n').at(-1) ?? ''

test('a backup prints its path last, and is restored from there into an empty database, where an order can be placed', async () => {
  await using db = await shopWithOrder()
  await using folder = await temporaryFolder()
  const env = { JWT_SECRET, BACKUP_KEY, DATA_DIR: join(folder.path, 'data') }
  const to = join(folder.path, 'backups')
  const made = await runCommand('scripts/shop.ts', ['backup', '--to', to], {
    ...env,
    DATABASE_URL: db.connectionString,
  })
  expect(made).toMatchObject({ code: 0, err: '' })
  const path = lastLine(made.out)
  expect(path).toMatch(/\/backups\/shop-\d{8}T\d{6}Z\.tar\.zst\.age$/)

  await using empty = await emptyDatabase()
  const place = { ...env, DATA_DIR: join(folder.path, 'new'), DATABASE_URL: empty.connectionString }
  const asked = await runCommand('scripts/shop.ts', ['restore', path], place)
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('add: --yes') })
  const { code, out, err } = await runCommand('scripts/shop.ts', ['restore', path, '--yes'], place)
  expect([code, err]).toEqual([0, ''])
  expect(lastLine(out)).toContain('an order could be placed')
  const again = await runCommand('scripts/shop.ts', ['restore', path, '--yes'], place)
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('already contains a shop') })
})

test('a restored shop lets in no session, link or key of the backup, and names its administrators', async () => {
  await using db = await testDatabase()
  await using folder = await temporaryFolder()
  const { user, kid } = await signedInShop(db)
  const env = { JWT_SECRET, BACKUP_KEY, DATA_DIR: join(folder.path, 'data') }
  const made = await runCommand('scripts/shop.ts', ['backup', '--to', folder.path], {
    ...env,
    DATABASE_URL: db.connectionString,
  })
  await using empty = await emptyDatabase()
  const place = { ...env, DATA_DIR: join(folder.path, 'new'), DATABASE_URL: empty.connectionString }
  const { code, out, err } = await runCommand('scripts/shop.ts', ['restore', lastLine(made.out), '--yes'], place)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(`Administrators now: ${user.email}.`)
  expect(out).toContain('Everyone has to sign in again')

  const restored = openDb({ connectionString: empty.connectionString, log, maxConnections: 1 })
  expect(await accessIn(restored)).toEqual(noAccess)
  const keys = await restored.asService((tx) => tx.selectFrom('private.signing_keys').selectAll().execute())
  await restored.close()
  expect(keys.map((key) => [key.retired_at, key.kid === kid])).toEqual([[null, false]])
  expect(sealOfDatabase(JWT_SECRET).open(keys[0]?.sealed_private_jwk ?? '', 'signing key')).toContain('"d":')
})

test('a backup that the first version made is restored too', async () => {
  await using first = await emptyDatabase()
  await using folder = await temporaryFolder()
  const { files: only } = JSON.parse(await readFile('db/migrations/baseline.json', 'utf8'))
  await migrate(first.connectionString, 'db/migrations', { only })
  const target = await openBackupTarget(folder.path, {}, log)
  const files = diskStore(join(folder.path, 'storage'))
  const { connectionString } = first
  const made = await writeBackup(
    { connectionString, files, jwtSecret: JWT_SECRET, secrets: {}, onlyEncrypted: [], program: '0.9.0' },
    target,
  )
  await using empty = await emptyDatabase()
  const place = { JWT_SECRET, DATA_DIR: join(folder.path, 'new'), DATABASE_URL: empty.connectionString }
  const { code, err } = await runCommand('scripts/shop.ts', ['restore', target.pathOf(made.name), '--yes'], place)
  expect([code, err]).toEqual([0, ''])
})

test('backups go to a bucket and come back from it, and all but the newest are removed', async () => {
  await using db = await shopWithOrder()
  await using server = await s3Server()
  await using folder = await temporaryFolder()
  const { S3_BUCKET, ...access } = server.access
  const env = {
    JWT_SECRET,
    DATA_DIR: folder.path,
    ...access,
    BACKUP_TO: `s3://${S3_BUCKET}/shop/daily`,
    BACKUP_KEEP: '1',
  }
  const source = { ...env, DATABASE_URL: db.connectionString }
  await runCommand('scripts/shop.ts', ['backup'], source)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const made = await runCommand('scripts/shop.ts', ['backup'], source)
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(lastLine(made.out)).toMatch(/^s3:\/\/shop\/shop\/daily\/shop-\w+\.tar\.zst$/)
  const kept: string[] = []
  for await (const { name } of server.files.list('shop/daily/')) kept.push(name)
  expect(kept.map((name) => `s3://shop/${name}`)).toEqual([lastLine(made.out)])

  await using empty = await emptyDatabase()
  const place = { ...env, DATABASE_URL: empty.connectionString, DATA_DIR: join(folder.path, 'new') }
  expect(await runCommand('scripts/shop.ts', ['restore', lastLine(made.out), '--yes'], place)).toMatchObject({
    code: 0,
  })
})

test('a missing file, a wrong key and a database that is away are each one line', async () => {
  await using folder = await temporaryFolder()
  await using db = await shopWithOrder()
  const env = { JWT_SECRET, BACKUP_KEY, DATA_DIR: folder.path, DATABASE_URL: db.connectionString }
  const none = await runCommand('scripts/shop.ts', ['restore', join(folder.path, 'none'), '--yes'], env)
  expect(none).toMatchObject({ code: 1, err: expect.stringMatching(/^[^\n]*none[^\n]*$/) })
  const made = await runCommand('scripts/shop.ts', ['backup', '--to', folder.path], env)
  const wrong = { ...env, BACKUP_KEY: 'another key of the shop' }
  expect(await runCommand('scripts/shop.ts', ['restore', lastLine(made.out), '--yes'], wrong)).toMatchObject({
    code: 1,
    err: 'BACKUP_KEY is not the key of this backup',
  })
  const away = { ...env, DATABASE_URL: 'postgresql://shop@127.0.0.1:1/shop' }
  const failed = await runCommand('scripts/shop.ts', ['backup', '--to', folder.path], away)
  expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/^[^\n]*ECONNREFUSED[^\n]*$/) })
  expect((await readdir(folder.path)).filter((name) => name.startsWith('shop-'))).toHaveLength(1)
})
