import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { forgetSignUps } from './erase-address.ts'
import { countSubscribers, findSubscribers } from './find-subscribers.ts'
import type { SubscriberFilter } from './subscribers.contract.ts'
import { undoUnsubscribe } from './unsubscribe-by-link.ts'

const run = (db: TestDatabase, statement: ReturnType<typeof sql>) => db.asService((tx) => statement.execute(tx))
const counts = (db: TestDatabase) => db.asService(countSubscribers)

/** The counts computed from the rows. */
async function counted(db: TestDatabase) {
  const { rows } = await db.asService((tx) =>
    sql`select count(*)::int as "all",
      (count(*) filter (where private.can_email(s)))::int as "on",
      (count(*) filter (where confirmed_at is null and unsubscribed_at is null))::int as unconfirmed,
      (count(*) filter (where unsubscribed_at is not null))::int as off from email_signups s`.execute(tx),
  )
  return rows[0]
}

test('the counts match the rows after any changes, also concurrent ones', async () => {
  await using db = await testDatabase()
  const add = (many: number) =>
    run(
      db,
      sql`insert into email_signups (email) select gen_random_uuid() || '@example.com' from generate_series(1, ${many})`,
    )
  await Promise.all([add(300), add(1), add(40)])
  await Promise.all([
    run(db, sql`update email_signups set confirmed_at = null where email like 'a%'`),
    run(
      db,
      sql`update email_signups set unsubscribed_at = now(), unsubscribe_reason = 'bounced' where email like 'b%'`,
    ),
    run(db, sql`delete from email_signups where email like 'c%'`),
    run(
      db,
      sql`insert into private.suppressions (address_hash, reason)
      select private.address_hash(email), 'complaint' from email_signups where email like 'd%'`,
    ),
    add(7),
  ])
  expect(await counts(db)).toEqual(await counted(db))
  await run(db, sql`update email_signups set email = 'x' || email where email like '%e@%'`)
  expect(await counts(db)).toEqual(await counted(db))
  await forgetSignUps(db)
  expect(await counts(db)).toEqual(await counted(db))
  const { rows } = await db.asService((tx) => sql`select from private.signup_counts`.execute(tx))
  expect(rows).toHaveLength(1)
  await run(db, sql`delete from email_signups`)
  expect(await counts(db)).toEqual({ all: 0, on: 0, unconfirmed: 0, off: 0 })
})

test('an objection to an address also unsubscribes a newer row with it, and undoing it restores that row', async () => {
  await using db = await testDatabase()
  const [first, second] = [randomUUID(), randomUUID()]
  await run(db, sql`insert into email_signups (id, email) values (${first}, 'ruth@example.com')`)
  await run(db, sql`update email_signups set email = 'ruth.moab@example.com' where id = ${first}`)
  await run(db, sql`insert into email_signups (id, email) values (${second}, 'ruth@example.com')`)
  await run(
    db,
    sql`with her as (update email_signups set unsubscribed_at = shop_now(), unsubscribe_reason = 'unsubscribed'
      where id = ${first})
    insert into private.suppressions (address_hash, reason) values (private.address_hash('ruth@example.com'), 'unsubscribed')`,
  )
  expect(await counts(db)).toEqual({ all: 2, on: 0, unconfirmed: 0, off: 2 })
  // The other row cannot remove an objection that was not made for it.
  expect(await db.asService((tx) => undoUnsubscribe(tx, second))).toBe(false)
  expect(await db.asService((tx) => undoUnsubscribe(tx, first))).toBe(true)
  expect(await counts(db)).toEqual({ all: 2, on: 2, unconfirmed: 0, off: 0 })
})

test('each search strategy finds the same rows: among the newest, few, or many older ones', async () => {
  await using db = await testDatabase()
  // The older half of 1,600: common, beyond the newest rows, and too many to sort.
  await run(
    db,
    sql`insert into email_signups (email, created_at)
      select case when n > 800 then 'older' when n % 2 = 0 then 'even' else 'odd' end || '-' || n || '@example.com',
        now() - n * interval '1 minute' from generate_series(1, 1600) n`,
  )
  const all = async (filter: Partial<SubscriberFilter>, pages = 3) => {
    const found: string[] = []
    let after: string | null = null
    for (let page = 0; page < pages; page += 1) {
      const { subscribers, next } = await db.asService((tx) =>
        findSubscribers(tx, { q: '', state: 'all', ...filter }, { after, limit: 50, reach: { newest: 200, few: 500 } }),
      )
      found.push(...subscribers.map(({ email }) => email.replace('@example.com', '')))
      after = next
      if (!next) break
    }
    return found
  }
  const numbers = (name: string, from: number, step: number) =>
    Array.from({ length: 150 }, (_, n) => `${name}-${from + n * step}`)
  expect(await all({ q: 'EVEN-' })).toEqual(numbers('even', 2, 2))
  expect(await all({ q: 'older' })).toEqual(numbers('older', 801, 1))
  expect(await all({ q: 'ol' })).toEqual(numbers('older', 801, 1))
  expect(await all({ q: '-1234@', state: 'on' })).toEqual(['older-1234'])
  expect(await all({ q: 'older', state: 'off' })).toEqual([])
  expect(await all({ q: '%' })).toEqual([])
  expect(await all({ q: 'xq' })).toEqual([])
})
