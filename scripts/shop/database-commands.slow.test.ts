import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDb } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { runCommand } from '#tests/fixtures/command.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { rows } from '#tests/fixtures/rows.ts'
import { accessIn, noAccess, signedInShop } from '#tests/fixtures/signed-in-shop.ts'

const log = createLog({ level: 'silent' })

test('`db confirm-upgrade` removes what upgrades kept, names it, and leaves the database that is in use', async () => {
  await using folder = await dataFolder()
  const { path, postgres } = folder
  for (const name of ['data', 'data-16', 'data-17', 'binaries-16.9.0', 'binaries-17.6.0', 'binaries-18.0.0'])
    await mkdir(join(postgres, name, 'inside'), { recursive: true })
  await writeFile(join(postgres, 'data', 'PG_VERSION'), '18')
  await writeFile(join(postgres, 'password'), 'kept')

  const done = await runCommand('scripts/shop.ts', ['db', 'confirm-upgrade'], { DATA_DIR: path })
  expect([done.code, done.err]).toEqual([0, ''])
  expect(done.out.split('\n').map((line) => line.replace(/ .*\//, ' '))).toEqual([
    'removed binaries-16.9.0',
    'removed data-16',
    'removed binaries-17.6.0',
    'removed data-17',
  ])
  expect((await readdir(postgres)).sort()).toEqual(['binaries-18.0.0', 'data', 'password'])

  const again = await runCommand('scripts/shop.ts', ['db', 'confirm-upgrade'], { DATA_DIR: path })
  expect(again).toEqual({ code: 0, out: 'No upgrade is waiting to be confirmed.', err: '' })
})

test('`db confirm-upgrade` before the first start has nothing to remove', async () => {
  await using folder = await dataFolder()
  const done = await runCommand('scripts/shop.ts', ['db', 'confirm-upgrade'], { DATA_DIR: join(folder.path, 'none') })
  expect(done).toEqual({ code: 0, out: 'No upgrade is waiting to be confirmed.', err: '' })
})

test('`db recovered` changes nothing in a database that was not recovered, unless it gets --force', async () => {
  await using db = await testDatabase({ withQueue: true })
  await using folder = await dataFolder()
  const env = {
    DATABASE_URL: db.connectionString,
    DATA_DIR: folder.path,
    JWT_SECRET: 'a secret of the tests, long enough',
  }
  await onDatabase(
    db.connectionString,
    `insert into private.outbox (kind, cause, recipient, message_id) values ('contact', 'one', 'a@example.com', '<one@shop>')`,
  )
  // By a name that does not count as a program of the shop.
  const apart = openDb({ connectionString: db.connectionString, log, maxConnections: 1, applicationName: 'a test' })
  const { user, kid } = await signedInShop({ ...apart, ...rows(apart) })
  const states = () => onDatabase(db.connectionString, 'select state from private.outbox')
  const recovered = (...options: string[]) => runCommand('scripts/shop.ts', ['db', 'recovered', ...options], env)

  expect(await recovered()).toMatchObject({ code: 1, err: expect.stringContaining('add: --yes') })
  expect(await recovered('--yes')).toMatchObject({ code: 1, err: expect.stringContaining('never recovered') })
  expect(await states()).toEqual([{ state: 'waiting' }])
  expect(await accessIn(apart)).not.toEqual(noAccess)

  const done = await recovered('--yes', '--force')
  expect([done.code, done.err]).toEqual([0, ''])
  expect(await states()).toEqual([{ state: 'failed' }])
  expect(done.out).toContain('Sessions ended: 1.')
  expect(done.out).toContain(`Administrators now: ${user.email}.`)
  expect(await accessIn(apart)).toEqual(noAccess)
  const keys = await onDatabase(db.connectionString, 'select kid, retired_at from private.signing_keys')
  expect(keys).toEqual([{ kid: expect.not.stringMatching(`^${kid}$`), retired_at: null }])
  await apart.close()
}, 90_000)

/** By a connection that does not count as a program of the shop. */
function onDatabase(connectionString: string, statement: string): Promise<object[]> {
  return onServer(connectionString, async (client) => {
    await client.query('set role service_role')
    return (await client.query(statement)).rows
  })
}

async function dataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'shop-upgraded-'))
  return { path, postgres: join(path, 'postgres'), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
