import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { forgetSignUps } from './erase-address.ts'

test('unconfirmed rows are deleted after 30 days, unsubscribed ones after two years; the objections of both stay', async () => {
  await using db = await testDatabase()
  await db.asService((tx) =>
    sql`insert into public.email_signups (email, created_at, consented_at, unsubscribed_at, unsubscribe_reason) values
      ('on@example.com', now() - interval '9 years', now() - interval '9 years', null, null),
      ('left@example.com', now() - interval '3 years', now() - interval '3 years', now() - interval '25 months', 'unsubscribed'),
      ('just-left@example.com', now(), now(), now() - interval '23 months', 'unsubscribed')`.execute(tx),
  )
  await db.asService((tx) => tx.updateTable('private.email_settings').set({ double_opt_in: true }).execute())
  await db.as({ role: 'anon' }, (tx) =>
    sql`insert into public.email_signups (email) values ('new@example.com')`.execute(tx),
  )
  await db.as({ role: 'anon' }, (tx) =>
    sql`insert into public.email_signups (email) values ('old@example.com')`.execute(tx),
  )
  await db.asService((tx) =>
    sql`update public.email_signups set created_at = now() - interval '31 days' where email = 'old@example.com'`.execute(
      tx,
    ),
  )

  await forgetSignUps(db)

  const { rows } = await db.asService((tx) =>
    sql<{ email: string }>`select email from public.email_signups order by email`.execute(tx),
  )
  expect(rows.map(({ email }) => email)).toEqual(['just-left@example.com', 'new@example.com', 'on@example.com'])
  const traces = await db.asService((tx) =>
    sql`select email from private.consent_log where email in ('left@example.com', 'old@example.com')
      union all select recipient from private.outbox where recipient = 'old@example.com'`.execute(tx),
  )
  expect(traces.rows).toEqual([])
  const suppressions = await db.asService((tx) =>
    sql<{ count: number }>`select count(*)::int as count from private.suppressions
      where address_hash = private.address_hash('left@example.com')`.execute(tx),
  )
  expect(suppressions.rows).toEqual([{ count: 1 }])
})
