import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { emptyDatabase } from '#tests/fixtures/database.ts'

test('sign-ups from before consent was recorded stay on the list, and invalid addresses go', async () => {
  await using database = await emptyDatabase()
  const before = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp('db/migrations', before, {
    recursive: true,
    filter: (path) => !/00(?:1[2-9]|[2-9]\d)_/.test(path),
  })
  await migrate(database.connectionString, before)
  await rm(before, { recursive: true })
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  const asService = async (text: string) => {
    await client.query('begin; set local role service_role')
    const { rows } = await client.query(text)
    await client.query('commit')
    return rows
  }
  await asService(`insert into public.email_signups (email, created_at) values
    ('mary@example.com', '2026-01-05'), ('a@-b..c', '2026-01-06'), ('ruth@127.0.0.1', '2026-01-06')`)

  await migrate(database.connectionString, 'db/migrations')

  const rows = await asService(`select email, confirmed_at = created_at and consented_at = created_at as kept,
    private.can_email(s) as subscribed from public.email_signups s`)
  expect(rows).toEqual([{ email: 'mary@example.com', kept: true, subscribed: true }])
  await client.end()
})
