import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '#app/open-database.ts'
import { readConfig } from '#config'
import { policies } from '#operations/policies.ts'
import { checkRights } from '#platform/database/check-rights.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withClient } from '#platform/database/with-client.ts'
import { createLog } from '#platform/log.ts'

const log = createLog({ level: 'silent' })
const password = 'a password with \'quotes\' and "more"'

/** `deploy/create-login.sql` with the two things in it that are psql's and not SQL. */
const script = readFileSync('deploy/create-login.sql', 'utf8')
  .replace(/^\\getenv password POSTGRES_PASSWORD$/m, '')
  .replace(":'password'", pg.escapeLiteral(password))

/** A new server, with its superuser and an empty database as PostgreSQL's image makes it. */
async function newServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'superuser-'))
  const server = await startEmbedded({ dataDir: join(dataDir, 'postgres'), log, durable: false })
  const { superuser } = JSON.parse(readFileSync(join(dataDir, 'postgres', 'passwords.json'), 'utf8'))
  const to = (login: string, secret: string, database: string) => {
    const url = new URL(server.connectionString)
    url.username = login
    url.password = encodeURIComponent(secret)
    url.pathname = database
    return url.href
  }
  const as = (database: string) => to('postgres', superuser, database)
  await withClient(as('postgres'), (client) => client.query('create database made'))
  return {
    superuser: as('made'),
    shop: to('shop', password, 'made'),
    async [Symbol.asyncDispose]() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

test('the script of compose makes a login that can run the shop, and is bound by its policies', async () => {
  await using server = await newServer()
  const superuser = new pg.Client(server.superuser)
  await superuser.connect()
  const hasPassword = async () => {
    const { rows } = await superuser.query(
      `select rolpassword is not null as has from pg_authid where rolname = 'postgres'`,
    )
    return rows[0].has
  }
  const onNetwork = script.replace("current_setting('listen_addresses')", `'*'`)
  expect(onNetwork).not.toBe(script)
  await superuser.query(onNetwork)
  expect(await hasPassword()).toBe(true)
  await superuser.query(script)
  expect(await hasPassword()).toBe(false)

  const made = await openDatabase(readConfig({ DATABASE_URL: server.shop }), 'db/migrations', log)
  await made.stop()
  expect(await checkRights(server.shop, policies)).toBeNull()
  const { rows } = await withClient(server.shop, (client) =>
    client.query(
      'select rolsuper, rolbypassrls, rolcreatedb, rolreplication from pg_roles where rolname = session_user',
    ),
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolreplication: false }])
  await expect(
    withClient(server.shop, (client) => client.query(`copy (select 1) to program 'true'`)),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(withClient(server.shop, (client) => client.query('set role postgres'))).rejects.toThrow()

  // Its password is gone; this session stays.
  await superuser.query('grant pg_read_server_files to shop')
  expect(await checkRights(server.shop, policies)).toContain('member of pg_read_server_files')
  await superuser.query('grant postgres to shop')
  expect(await checkRights(server.shop, policies)).toContain('the login shop may become the superuser postgres')
  await superuser.query('alter role authenticated bypassrls')
  await expect(checkRights(server.shop, policies)).rejects.toThrow('row-level security does not bind authenticated')
  await superuser.end()
})

test('a superuser as login is a warning at the start and in the doctor, and the script makes a login beside it', async () => {
  await using server = await newServer()
  await migrate(server.superuser, 'db/migrations')
  expect(await checkRights(server.superuser, policies)).toContain('is a superuser')

  await withClient(server.superuser, async (client) => {
    await client.query('create database empty')
  })
  const empty = (url: string) => url.replace('/made?', '/empty?')
  await withClient(empty(server.superuser), (client) => client.query(script))
  await withClient(empty(server.shop), async (client) => {
    // Policies of the service role must not bind a request of the login.
    const { rows } = await client.query(`select pg_has_role('service_role', 'USAGE') as inherits`)
    expect(rows).toEqual([{ inherits: false }])
  })
  await migrate(empty(server.shop), 'db/migrations')
  expect(await checkRights(empty(server.shop), policies)).toBeNull()
})
