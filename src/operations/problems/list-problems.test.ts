import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { countOrders } from '#features/orders/admin/api/count-orders.ts'
import { listReturns } from '#features/orders/returns/admin/owner-returns.ts'
import { findReviews } from '#features/reviews/admin/owner-reviews.ts'
import { findAccountByEmail } from '#platform/auth/account/account.ts'
import { addAdministrator } from '#platform/auth/administrators.ts'
import { peerAnswered, peerFailed } from '#platform/database/outages.ts'
import { createLog } from '#platform/log.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { listProblems } from './list-problems.ts'
import { describeProblem } from './problem-labels.ts'
import type { Problem } from './problems.contract.ts'

const log = createLog({ level: 'silent' })
const quiet = { late: async () => null, dead: async () => [] }
const now = () => new Date()
const fresh = async () => now()

function problemsOf(
  db: TestDatabase,
  deps: Partial<Parameters<typeof listProblems>[0]> = {},
  reader: string = crypto.randomUUID(),
) {
  return listProblems({ db, queue: quiet, config: readConfig({}), log, newestBackup: fresh, ...deps }, reader)
}

test('a shop in order has no problems', async () => {
  await using db = await testDatabase()
  await db.order({ payment_status: 'paid', provider_state: 'paid' })
  expect(await problemsOf(db)).toMatchObject({ count: 0, problems: [] })
})

test('late orders come first by their day, then those due by the next working day that are not ready to post', async () => {
  await using db = await testDatabase()
  const paid = { payment_status: 'paid', provider_state: 'paid' } as const
  const day = (days: number) => sql<Date>`(public.shop_now() at time zone 'Europe/London')::date + ${days}::int`
  const add = async (order_number: string, days: number, more: object = {}) => {
    const { id } = await db.order({ ...paid, order_number, ...more })
    await db.asService((tx) =>
      tx
        .updateTable('pre_orders')
        .set({ dispatch_by: day(days) })
        .where('id', '=', id)
        .execute(),
    )
  }
  await add('TKW-LATE01', -2)
  await add('TKW-LATE02', -1, { order_status: 'processing', ready_at: now() })
  await add('TKW-TODAY1', 0, { order_status: 'processing' })
  await add('TKW-READY1', 0, { order_status: 'processing', ready_at: now() })
  await add('TKW-MONTH1', 30)
  await add('TKW-GONE01', -5, { order_status: 'shipped' })
  const { count, problems } = await problemsOf(db)
  expect(count).toBe(3)
  expect(problems).toMatchObject([
    { kind: 'order_at_risk', order: { order_number: 'TKW-LATE01', is_late: true, order_view: 'to_make' } },
    { kind: 'order_at_risk', order: { order_number: 'TKW-LATE02', is_late: true, order_view: 'to_dispatch' } },
    { kind: 'order_at_risk', order: { order_number: 'TKW-TODAY1', is_late: false, order_view: 'in_progress' } },
  ])
  await add('TKW-LATE03', -9)
  const more = await problemsOf(db)
  expect(more.count).toBe(4)
  expect(more.problems.at(-1)).toEqual({ kind: 'more', of: 'order_at_risk', count: 1 })
})

test('payments that differ and messages of the provider that wait are problems; disputes that a bank decides are not', async () => {
  await using db = await testDatabase()
  await db.asService((tx) =>
    sql`insert into private.payment_discrepancies (key, kind, facts)
        values ('a', 'paid_twice', '{}'), ('b', 'open_dispute', '{"status": "under_review", "reason": "fraudulent"}')`.execute(
      tx,
    ),
  )
  await db.asService((tx) =>
    sql`insert into private.payment_events (id, provider, type, received_at, handled_at)
        values ('evt_1', 'test', 'x', shop_now() - interval '20 minutes', null), ('evt_2', 'test', 'x', shop_now(), null),
          ('evt_3', 'test', 'x', shop_now() - interval '1 day', shop_now())`.execute(tx),
  )
  expect(await problemsOf(db)).toMatchObject({
    count: 2,
    problems: [
      { kind: 'payments_unsettled', count: 1 },
      { kind: 'payment_differs', discrepancy: { kind: 'paid_twice', order_number: null } },
    ],
  })
})

test('every order that needs attention is one problem, also where a payment of it differs', async () => {
  await using db = await testDatabase()
  const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: now() } as const
  const [one, two] = [await db.order(paid), await db.order(paid)]
  await db.asService((tx) => tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).execute())
  const numbers = new Set([one.order_number, two.order_number])
  const before = await problemsOf(db)
  expect(before).toMatchObject({ count: 2, problems: [{ kind: 'order_noted' }, { kind: 'order_noted' }] })
  expect(await db.asService(countOrders)).toMatchObject({ attention: 2 })
  expect(
    new Set(before.problems.flatMap((each) => (each.kind === 'order_noted' ? each.order.order_number : []))),
  ).toEqual(numbers)
  expect(describeProblem(before.problems[0] as Problem, before.now).title).toContain(
    'Refund owed: the order was cancelled',
  )
  // The reconciliation finds one of them.
  await db.asService((tx) =>
    sql`insert into private.payment_discrepancies (key, kind, order_id) values ('a', 'refund_owed', ${one.id})`.execute(
      tx,
    ),
  )
  expect(await problemsOf(db)).toMatchObject({
    count: 2,
    problems: [
      { kind: 'payment_differs', discrepancy: { order_number: one.order_number } },
      { kind: 'order_noted', order: { order_number: two.order_number } },
    ],
  })
  for (let count = 0; count < 3; count += 1) {
    const { id } = await db.order({ ...paid, order_status: 'cancelled' })
    await db.note(id, { kind: 'total_differs' })
  }
  const more = await problemsOf(db)
  expect(more.count).toBe(5)
  expect(more.problems.at(-1)).toEqual({ kind: 'more', of: 'order_noted', count: 1 })
})

test('open returns and waiting reviews are problems, as many as the menu says', async () => {
  await using db = await testDatabase()
  const order = await db.order({ payment_status: 'paid', provider_state: 'paid', order_status: 'delivered' })
  for (const state of ['requested', 'received', 'refunded'] as const) {
    await db.asService((tx) =>
      sql`insert into private.returns (id, order_id, kind, state, settled_at)
          values (${crypto.randomUUID()}, ${order.id}, 'withdrawal', ${state}, ${state === 'refunded' ? now() : null})`.execute(
        tx,
      ),
    )
  }
  const line = await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({
        order_id: order.id,
        position: 1,
        product_id: crypto.randomUUID(),
        slug: 'mary-dress',
        name: 'Mary Dress',
        size: '10-12',
        unit_price: pounds(89),
        quantity: 1,
        dispatch_by: '2030-01-15',
      })
      .returning(['id', 'size'])
      .executeTakeFirstOrThrow(),
  )
  await db.asService((tx) =>
    sql`insert into public.reviews (line_id, order_id, product_id, size, stars, words, fit, name, consent_text)
        values (${line.id}, ${order.id}, ${crypto.randomUUID()}, ${line.size}, 5, 'Lovely', 'true', 'Ruth', 'Yes')`.execute(
      tx,
    ),
  )
  expect(await problemsOf(db)).toMatchObject({
    count: 3,
    problems: [
      { kind: 'returns_open', count: 2 },
      { kind: 'reviews_waiting', count: 1 },
    ],
  })
  expect(await db.asService((tx) => listReturns(tx, null))).toMatchObject({ open: 2 })
  expect(await db.asService(findReviews)).toMatchObject({ waiting: 1 })
})

test('failed e-mails, e-mails the mail server does not take and failed tasks are problems', async () => {
  await using db = await testDatabase()
  const add = (state: string, attempts: number, age: string) =>
    db.asService((tx) =>
      sql`insert into private.outbox (kind, cause, recipient, message_id, state, attempts, last_error, created_at)
          values ('contact_receipt', ${crypto.randomUUID()}, 'ruth@example.com', ${crypto.randomUUID()}, ${state}, ${attempts},
            'no room', shop_now() - ${age}::interval)`.execute(tx),
    )
  for (let count = 0; count < 5; count += 1) await add('failed', 1, '1 hour')
  await add('waiting', 3, '1 hour')
  await add('waiting', 0, '1 hour')
  await add('waiting', 1, '1 minute')
  const dead = { id: '1', job: 'orders.send-refund', of: '2', lastError: 'no answer', at: now(), times: 1 }
  const { count, problems } = await problemsOf(db, { queue: { ...quiet, dead: async () => [dead] } })
  expect(count).toBe(7)
  expect(problems.map(({ kind }) => kind)).toEqual([
    'email_failed',
    'email_failed',
    'email_failed',
    'more',
    'emails_delayed',
    'task_failed',
  ])
  expect(problems[3]).toEqual({ kind: 'more', of: 'email_failed', count: 2 })
  expect(problems[4]).toMatchObject({ count: 1, last_error: 'no room' })
})

test('a backup older than a day, and none in a shop that is older than a day, are problems where the shop makes them', async () => {
  await using db = await testDatabase()
  const old = new Date(Date.now() - 27 * 3_600_000)
  const none = async () => null
  expect((await problemsOf(db, { newestBackup: async () => old })).problems).toEqual([
    { kind: 'backup_old', taken_at: old.toISOString() },
  ])
  expect((await problemsOf(db, { newestBackup: none })).count).toBe(0)
  const { id } = await db.user({ admin: true })
  await db.asService((tx) => sql`update auth.users set created_at = ${old} where id = ${id}`.execute(tx))
  expect((await problemsOf(db, { newestBackup: none })).problems).toEqual([{ kind: 'backup_old', taken_at: null }])
})

test('a shop that makes no backups says so before other problems, a live one from its first day', async () => {
  await using db = await testDatabase()
  const none = async () => null
  const old = new Date(Date.now() - 27 * 3_600_000)
  const config = readConfig({ DATABASE_URL: 'postgresql://elsewhere/shop' })
  const live = { ...config, SHOP_MODE: 'live' as const }
  const missing = { kind: 'no_backups', taken_at: null }
  expect((await problemsOf(db, { newestBackup: none, config })).count).toBe(0)
  expect((await problemsOf(db, { newestBackup: none, config: live })).problems).toEqual([missing])
  const down = createLog({ level: 'silent' })
  peerFailed(down, 'Stripe', new Error('no answer'))
  expect((await problemsOf(db, { newestBackup: none, config: live, log: down })).problems[0]).toEqual(missing)

  const { id } = await db.user({ admin: true })
  await db.asService((tx) => sql`update auth.users set created_at = ${old} where id = ${id}`.execute(tx))
  expect((await problemsOf(db, { newestBackup: none, config })).problems).toEqual([missing])
  expect((await problemsOf(db, { newestBackup: async () => old, config })).problems).toEqual([
    { kind: 'no_backups', taken_at: old.toISOString() },
  ])
  // The operator makes them with a clock of their own.
  expect((await problemsOf(db, { config: live })).count).toBe(0)
  expect(describeProblem(missing as Problem, old.toISOString())).toMatchObject({ title: 'Nothing is backed up.' })
})

test('a peer that does not answer is a problem until it does', async () => {
  await using db = await testDatabase()
  const own = createLog({ level: 'silent' })
  peerFailed(own, 'Stripe', new Error('no answer'))
  expect((await problemsOf(db, { log: own })).problems).toEqual([{ kind: 'peer_down', peer: 'Stripe' }])
  peerAnswered(own, 'Stripe', performance.now() + 1)
  expect((await problemsOf(db, { log: own })).count).toBe(0)
})

test('a generated password is a problem of its owner in a live shop, until she chooses another', async () => {
  await using db = await testDatabase()
  const other = await db.user({ admin: true })
  const { email } = await addAdministrator(db, 'owner@example.com')
  const id = (await db.asService((tx) => findAccountByEmail(tx, email)))?.user.id
  const live = { config: { ...readConfig({}), SHOP_MODE: 'live' as const } }
  expect((await problemsOf(db, live, id)).problems).toEqual([{ kind: 'password_ends', at: expect.any(String) }])
  expect((await problemsOf(db, live, other.id)).count).toBe(0)
  expect((await problemsOf(db, {}, id)).count).toBe(0)
})
