import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultRetention } from '#features/settings/shop-settings.ts'
import { type RetentionShop, retentionShop } from '#tests/fixtures/retention-shop.ts'
import { applyRetention, retentionRules } from './apply-retention.ts'

let shop: RetentionShop

beforeAll(async () => {
  shop = await retentionShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

test('a checkout that was never paid is deleted with its entries in the log after the owner’s number of days', async () => {
  const at = (days: number) => sql<Date>`public.shop_now() - ${days} * interval '1 day'` as never
  const [old, young] = [
    await shop.db.order({ provider_state: 'expired', created_at: at(91) }),
    await shop.db.order({ provider_state: 'expired', created_at: at(89) }),
  ]
  const open = await shop.db.order({ provider_state: 'open', created_at: at(500) })
  const doubtful = await shop.db.order({
    provider_state: 'failed',
    created_at: at(500),
  })
  await shop.db.note(doubtful.id, { kind: 'total_differs' })
  const held = await shop.db.order({ provider_state: 'expired', created_at: at(500) })
  await shop.rows(`insert into private.discount_holds (order_id, code, until) values ($1, 'A', now())`, [held.id])
  const ids = [old, young, open, doubtful, held].map(({ id }) => id)
  const left = async () =>
    (await shop.rows<{ id: string }>('select id from public.pre_orders where id = any($1)', [ids])).map(({ id }) => id)
  expect(await applyRetention(shop)).toMatchObject({ 'unpaid checkouts': 1 })
  expect((await left()).sort()).toEqual([young, open, doubtful, held].map(({ id }) => id).sort())
  expect(await shop.count('private.audit_log where row_id = $1', [old.id])).toBe(0)
  expect(await shop.count('private.audit_log where row_id = $1', [young.id])).toBe(1)

  await shop.rows(`insert into private.settings (name, value) values ('retention', $1)`, [
    JSON.stringify({ ...defaultRetention, checkoutDays: 30 }),
  ])
  expect(await applyRetention(shop)).toMatchObject({ 'unpaid checkouts': 1 })
  expect(await left()).not.toContain(young.id)
  await shop.rows(`delete from private.settings where name = 'retention'`)
})

test('a note on a guest is deleted once no order has the address any more', async () => {
  const [kept, gone, young] = ['kept@example.com', 'gone@example.com', 'young@example.com']
  const { email: account } = await shop.db.user()
  await shop.db.order({ customer_email: 'Kept@Example.com' })
  const add = (email: string, age: string) =>
    shop.rows(
      `insert into private.customer_notes (email, note, updated_at) values ($1, 'n', public.shop_now() - $2::interval)`,
      [email, age],
    )
  for (const email of [kept, gone, account]) await add(email, '31 days')
  await add(young, '1 day')
  expect(await applyRetention(shop)).toMatchObject({ 'notes on former customers': 1 })
  const left = await shop.rows<{ email: string }>('select email from private.customer_notes')
  expect(left.map(({ email }) => email).sort()).toEqual([kept, young, account].sort())
  await shop.rows('delete from private.customer_notes')
})

test('an order of a former shop is deleted six tax years after the sale', async () => {
  const add = (number: string, day: string) =>
    shop.rows(
      `insert into private.earlier_orders (source, number, bought_on, email, garments, amount_pence, currency, import_id)
       values ('etsy', $1, ${day}, 'ruth@example.com', 'Mary Dress', 8900, 'GBP', gen_random_uuid())`,
      [number],
    )
  await add('old', `(private.tax_records_since() at time zone 'Europe/London')::date - 1`)
  await add('kept', `(private.tax_records_since() at time zone 'Europe/London')::date`)
  expect(await applyRetention(shop)).toMatchObject({ 'orders of a former shop': 1 })
  expect(await shop.rows('select number from private.earlier_orders')).toEqual([{ number: 'kept' }])
  await shop.rows('delete from private.earlier_orders')
})

test('an invitation is deleted a month after it has ended', async () => {
  const [old, recent] = [await shop.db.user(), await shop.db.user()]
  const invite = (id: string, age: string) =>
    shop.rows(
      `insert into private.invitations (user_id, role, expires_at) values ($1, 'pages', public.shop_now() - $2::interval)`,
      [id, age],
    )
  await invite(old.id, '31 days')
  await invite(recent.id, '29 days')
  expect(await applyRetention(shop)).toMatchObject({ 'ended invitations': 1 })
  expect(await shop.rows('select user_id from private.invitations')).toEqual([{ user_id: recent.id }])
  await shop.rows('delete from private.invitations')
})

test('an e-mail about an order loses its recipient after a year, and is still not sent twice', async () => {
  const order = await shop.oldOrder('2 years')
  const add = (kind: string, cause: string, age: string, more: object = {}) =>
    shop.rows(
      `insert into private.outbox (kind, cause, order_id, recipient, message_id, state, created_at, data)
        values ($1, $2, $3, 'zillah@example.com', 'm', $4, public.shop_now() - $5::interval, $6)`,
      [kind, cause, kind.startsWith('order') ? order.id : null, 'sent', age, JSON.stringify(more)],
    )
  await add('order_refunded', 'old', '13 months', { refunded: 5, total: 89, token: 'sealed' })
  await add('order_refunded', 'young', '11 months', { refunded: 7, token: 'sealed' })
  await add('recovery', 'old', '13 months')
  await add('recovery', 'young', '11 months')
  await add('owner_digest', 'old', '13 months')
  await shop.rows(`insert into private.outbox (kind, cause, recipient, message_id, state, created_at)
    values ('contact_message', 'unsent', 'shop@example.com', 'm', 'failed', public.shop_now() - interval '3 years')`)
  await applyRetention(shop)
  const found = await shop.rows(
    `select kind, cause, recipient, data from private.outbox where cause in ('old', 'young', 'unsent') order by kind, cause`,
  )
  expect(found).toEqual([
    { kind: 'contact_message', cause: 'unsent', recipient: 'shop@example.com', data: {} },
    { kind: 'order_refunded', cause: 'old', recipient: '', data: { refunded: 5, total: 89 } },
    { kind: 'order_refunded', cause: 'young', recipient: 'zillah@example.com', data: { refunded: 7, token: 'sealed' } },
    { kind: 'owner_digest', cause: 'old', recipient: 'zillah@example.com', data: {} },
    { kind: 'recovery', cause: 'young', recipient: 'zillah@example.com', data: {} },
  ])
  await shop.rows(`select private.queue_email('order_refunded', 'old', 'a@example.com', '{}', $1)`, [order.id])
  expect(await shop.count(`private.outbox where kind = 'order_refunded' and cause = 'old' and state = 'sent'`)).toBe(1)
  await shop.rows(`delete from private.outbox`)
  await shop.rows(`delete from public.pre_orders where id = $1`, [order.id])
})

test('events, comparisons, counts, sign-ins and recipients of campaigns end at their age', async () => {
  await shop.rows(`insert into private.payment_events (id, provider, type, received_at) values
    ('old', 'test', 'a', public.shop_now() - interval '25 months'), ('young', 'test', 'a', public.shop_now() - interval '23 months')`)
  await shop.rows(`insert into private.reconciliation_runs (since, until, started_at, finished_at)
    select now(), now(), at, at from (select public.shop_now() - interval '91 days' * n as at from generate_series(1, 2) n) as past`)
  await shop.rows(
    `insert into private.security_events (day, kind) values (current_date - 731, 'a'), (current_date - 729, 'b')`,
  )
  await shop.rows(`insert into private.payment_discrepancies (key, kind, found_at, resolved_at) values
    ('old', 'paid_twice', public.shop_now() - interval '8 years', public.shop_now() - interval '8 years'),
    ('open', 'paid_twice', public.shop_now() - interval '8 years', null),
    ('young', 'paid_twice', public.shop_now() - interval '8 years', public.shop_now() - interval '2 years')`)
  await shop.rows(`insert into auth.audit_log_entries (payload, created_at) values
    ('{"age":"old"}', now() - interval '13 months'), ('{"age":"young"}', now() - interval '11 months')`)
  for (const years of [1, 3]) {
    await shop.rows(
      `with sent as (insert into private.campaigns (subject, message, content_hash, provider, state, finished_at)
          values ('a', 'b', $1::text, 'smtp', 'done', public.shop_now() - $1::int * interval '1 year') returning id)
        insert into private.campaign_recipients (campaign_id, signup_id, email, state)
        select id, gen_random_uuid(), 'a@example.com', 'sent' from sent`,
      [years],
    )
  }
  await applyRetention(shop)
  expect(await shop.rows('select id from private.payment_events')).toEqual([{ id: 'young' }])
  // The newest stays, whatever its age: the owner sees when payments were compared last.
  expect(await shop.count('private.reconciliation_runs')).toBe(1)
  expect(await shop.rows('select kind from private.security_events')).toEqual([{ kind: 'b' }])
  expect(await shop.rows('select key from private.payment_discrepancies order by 1')).toEqual([
    { key: 'open' },
    { key: 'young' },
  ])
  expect(
    await shop.rows(`select payload ->> 'age' as age from auth.audit_log_entries where payload ->> 'age' is not null`),
  ).toEqual([{ age: 'young' }])
  expect(
    await shop.rows(
      `select c.content_hash from private.campaign_recipients r join private.campaigns c on c.id = r.campaign_id`,
    ),
  ).toEqual([{ content_hash: '1' }])
})

test('a run ends with its time, two at once share the work, and a rule that fails stops no other', async () => {
  await shop.rows(`insert into private.payment_events (id, provider, type, received_at)
    select 'bulk' || n, 'test', 'a', public.shop_now() - interval '3 years' from generate_series(1, 100) n`)
  expect(await applyRetention(shop, { most: 30, budgetMs: 0 })).toEqual({})
  const both = await Promise.all([1, 2].map(() => applyRetention(shop, { most: 7 })))
  expect(both.reduce((sum, done) => sum + (done['payment events'] ?? 0), 0)).toBe(100)
  expect(await shop.count(`private.payment_events where id like 'bulk%'`)).toBe(0)

  await shop.rows(`insert into private.payment_events (id, provider, type, received_at)
    values ('one', 'test', 'a', public.shop_now() - interval '3 years')`)
  const broken = { broken: () => Promise.reject(new Error('no')), ...retentionRules }
  expect(await applyRetention(shop, { rules: broken })).toEqual({ 'payment events': 1 })
  expect(shop.lines.filter(({ msg }) => msg === 'old data could not be deleted')).toMatchObject([{ of: 'broken' }])
})

test('docs/assurance/retention.md has every table of the database, and every rule', async () => {
  const text = await readFile('docs/assurance/retention.md', 'utf8')
  const { rows: tables } = await shop.db.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
  )
  const named = (name: string) => text.includes(`\`${name}\``) || text.includes(`\`${name.replace(/^public\./, '')}\``)
  expect(tables.map(({ name }) => name).filter((name) => !named(name))).toEqual([])
  expect(Object.keys(retentionRules).filter((name) => !text.includes(`| ${name} |`))).toEqual([])
})

test('an account that was never confirmed is deleted thirty days after it was made, or a year after its last sign-in', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const add = async (age: string, more: Record<string, unknown> = {}) => {
    const id = crypto.randomUUID()
    await shop.rows(
      `insert into auth.users (id, email, created_at, email_confirmed_at, last_sign_in_at, banned_until)
        values ($1, $2, public.shop_now() - $3::interval, $4, $5, $6)`,
      [id, `${id}@example.com`, age, more.confirmed ?? null, more.signedIn ?? null, more.banned ?? null],
    )
    return id
  }
  const old = await add('31 days')
  const unused = await add('3 years', { signedIn: daysAgo(366) })
  const withOrder = await add('31 days')
  await shop.db.order({ user_id: withOrder })
  const administrator = await add('31 days')
  await shop.rows(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [administrator])
  const linked = await add('31 days')
  await shop.rows(
    `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'google', $2, '{}')`,
    [linked, linked],
  )
  const kept = [
    await add('29 days'),
    await add('3 years', { confirmed: '2025-01-01' }),
    await add('3 years', { signedIn: daysAgo(364) }),
    await add('3 years', { banned: '2099-01-01' }),
    withOrder,
    administrator,
    linked,
  ]
  expect(await applyRetention(shop)).toMatchObject({ 'accounts that were never confirmed': 2 })
  const left = await shop.rows<{ id: string }>('select id from auth.users where id = any($1)', [[old, unused, ...kept]])
  expect(left.map(({ id }) => id).sort()).toEqual([...kept].sort())
})
