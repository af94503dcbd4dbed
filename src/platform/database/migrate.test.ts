import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { generateSchema, schemaFile } from '../../../scripts/db-schema.ts'
import { generatePolicies, generateTypes, policiesFile, typesFile } from '../../../scripts/db-types.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { withClient } from './with-client.ts'

const directory = 'db/migrations'

test('of two programs that start at once, one migrates, and a later start has nothing to do', {
  tags: ['N7'],
}, async () => {
  await using database = await emptyDatabase()
  const files = await readMigrations(directory)
  const ran = await Promise.all([1, 2].map(() => migrate(database.connectionString, directory)))
  expect(ran.map((names) => names.length).sort((one, other) => one - other)).toEqual([0, files.length])
  expect(await migrate(database.connectionString, directory)).toEqual([])
})

test('a migration that fails leaves no changes, and one that was edited after it ran is refused', async () => {
  await using database = await emptyDatabase()
  await using folder = await copyOfMigrations()
  await writeFile(join(folder.path, 'public', '9001_broken.sql'), 'create table public.half (id int); select 1 / 0;')
  await expect(migrate(database.connectionString, folder.path)).rejects.toThrow('public/9001_broken.sql failed')
  await writeFile(join(folder.path, 'public', '9001_broken.sql'), 'create table public.half (id int);')
  expect(await migrate(database.connectionString, folder.path)).toEqual(['public/9001_broken.sql'])
  await writeFile(join(folder.path, 'public', '9001_broken.sql'), 'create table public.half (id bigint);')
  await expect(migrate(database.connectionString, folder.path)).rejects.toThrow('was changed after it ran')
})

test('a program that is one version behind the database starts, so an update can be rolled back', {
  tags: ['N8'],
}, async () => {
  await using database = await emptyDatabase()
  await using folder = await copyOfMigrations()
  await writeFile(join(folder.path, 'public', '9001_next.sql'), 'select 1;')
  await migrate(database.connectionString, folder.path)
  expect(await migrate(database.connectionString, directory)).toEqual([])
})

test('the written types and the written schema are those of the migrated database', async () => {
  await using database = await emptyDatabase()
  await migrate(database.connectionString, directory)
  expect(await withClient(database.connectionString, generateSchema)).toBe(await readFile(schemaFile, 'utf8'))
  expect(generateTypes(database.connectionString)).toBe(await readFile(typesFile, 'utf8'))
})

test('the written policies are those of the migrated database, and name fixed roles alone', async () => {
  await using database = await emptyDatabase()
  await migrate(database.connectionString, directory)
  const found = await generatePolicies(database.connectionString)
  expect(found).toBe(await readFile(policiesFile, 'utf8'))
  const roles = new Set(found.match(/ \S+(?=',)/g)?.map((role) => role.trim()))
  expect([...roles].sort()).toEqual(['anon', 'authenticated', 'service_role', 'shop_triggers'])
})

async function copyOfMigrations() {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(directory, path, { recursive: true })
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('an owner without the right to create roles is enough where the roles exist and are granted', async () => {
  const server = inject('databaseUrl')
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  await using made = await emptyDatabase()
  const admin = new pg.Client({ connectionString: made.connectionString })
  await admin.connect()
  try {
    await migrate(made.connectionString, directory) // the roles stay in the cluster
    await admin.query(`create role ${name} login password 'plain' nocreaterole`)
    await admin.query(
      `grant ${name} to current_user; grant anon, authenticated, service_role, shop_triggers to ${name}`,
    )
    await admin.query(`create database ${name} owner ${name}`)
    const plain = new URL(server)
    Object.assign(plain, { username: name, password: 'plain', pathname: `/${name}` })
    expect(await migrate(plain.href, directory)).toContain('auth/0001_roles.sql')
  } finally {
    await admin.query(`drop database if exists ${name}`)
    await admin.query(`drop role if exists ${name}`)
    await admin.end()
  }
})

test('a table that a migration protects is readable and writable by the service alone', async () => {
  await using database = await emptyDatabase()
  await using folder = await copyOfMigrations()
  const made = "create table private.notes (id bigint primary key); select private.protect('private.notes');"
  await writeFile(join(folder.path, 'public', '9001_notes.sql'), made)
  await migrate(database.connectionString, folder.path)
  const asRole = (role: string, statement: string) =>
    withClient(database.connectionString, async (client) => {
      await client.query(`set role ${role}`)
      return client.query(statement)
    })
  expect((await asRole('service_role', 'insert into private.notes values (1) returning id')).rows).toEqual([
    { id: '1' },
  ])
  for (const role of ['anon', 'authenticated']) {
    await expect(asRole(role, 'select * from private.notes')).rejects.toThrow('permission denied')
  }
  // The owner, without a role, is bound by the policies too.
  expect(
    await withClient(database.connectionString, (client) => client.query('select * from private.notes')),
  ).toMatchObject({ rows: [] })
})
