// @module-tag S5

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callFunction, lineOf, outboxRowFor, paidOrder } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { anyAddress } from '#tests/fixtures/auth-requests.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { eraseFinishedOrders } from './erase-account.ts'

/** The data of a person that an administrator looks up by e-mail address. */
let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

type Wanted = string | { name?: string; postcode?: string; email?: string }
const call = <Body = Record<string, unknown>>(path: string, token: string, wanted: Wanted, at = api) =>
  callFunction<Body>(at, { path, token, body: typeof wanted === 'string' ? { email: wanted } : wanted })

async function staff(role: 'admin' | 'workroom' | 'pages' = 'admin', at = api) {
  const account = await at.account()
  await at.db.asService((tx) => tx.insertInto('user_roles').values({ user_id: account.id, role }).execute())
  return { ...account, token: (await openTestSession(at, account.id)).access_token }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function stored(id: string) {
  const { rows } = await api.db.asService((tx) =>
    sql<{ name: string; link: number; height: number | null }>`select o.customer_name as name, o.link_version as link,
      (select l.height_cm from order_lines l where l.order_id = o.id) as height
      from pre_orders o where o.id = ${id}`.execute(tx),
  )
  return rows[0]
}

test('a guest is found, exported and erased; an order that is not sent keeps what it needs until it is over', async () => {
  const { token } = await staff()
  const email = anyAddress()
  const toMake = await paidOrder(api, email.toUpperCase())
  const gone = await paidOrder(api, email, {
    order_status: 'delivered',
    delivered_at: daysAgo(40),
    shipped_at: daysAgo(42),
  })
  const sent = await paidOrder(api, email, { order_status: 'shipped', shipped_at: daysAgo(3) })
  const other = await paidOrder(api, anyAddress())
  const written = { ...outboxRowFor('hello@shop.example', { email, message: 'Is it blue?' }), kind: 'contact_message' }
  await api.db.asService(async (tx) => {
    await tx
      .insertInto('order_lines')
      .values([toMake, gone, sent, other].map(({ id }) => lineOf(id)))
      .execute()
    await tx.insertInto('email_signups').values({ email }).execute()
    await tx.insertInto('private.customer_notes').values({ email, note: 'Likes it long' }).execute()
    await tx
      .insertInto('private.outbox')
      .values([written, outboxRowFor(email, {}, gone.id)])
      .execute()
  })

  expect(await call('find-person', token, ` ${email.toUpperCase()}`)).toEqual({
    status: 200,
    body: {
      ...{ email, has_account: false, is_staff: false, orders: 3, open_orders: [toMake.order_number] },
      ...{
        earlier_orders: 0,
        earlier_by_name: 0,
        reviews: 0,
        is_subscriber: true,
        waiting_for: 0,
        messages: 1,
        emails: 1,
      },
    },
  })
  const { body: data } = await call('export-person', token, email)
  expect(data).toMatchObject({
    account: null,
    our_note_about_you: 'Likes it long',
    messages: [{ message: 'Is it blue?' }],
    emails: [{ order_number: gone.order_number }],
    launch_list: { entry: { email } },
  })
  expect((data.orders as { order_number: string }[]).map(({ order_number }) => order_number).sort()).toEqual(
    [toMake, gone, sent].map(({ order_number }) => order_number).sort(),
  )
  expect(JSON.stringify(data)).not.toContain(other.order_number)

  const before = await stored(toMake.id)
  expect(await call('erase-person', token, email)).toEqual({ status: 200, body: { erased: true } })
  expect(await stored(gone.id)).toMatchObject({ name: 'Ruth Moab', height: null })
  expect(await stored(toMake.id)).toEqual(before)
  expect(await stored(sent.id)).toMatchObject({ height: 163 })
  expect(await stored(other.id)).toMatchObject({ height: 163 })
  expect((await call('find-person', token, email)).body).toMatchObject({ messages: 0, orders: 3 })
  expect((await call('export-person', token, email)).body).toMatchObject({ our_note_about_you: null, messages: [] })

  await api.db.asService((tx) => eraseFinishedOrders(tx, 100))
  expect(await stored(toMake.id)).toEqual(before)
  await api.db.asService((tx) =>
    sql`update pre_orders set order_status = 'delivered', shipped_at = ${daysAgo(40)}, delivered_at = ${daysAgo(31)}
      where id in (${toMake.id}, ${sent.id})`.execute(tx),
  )
  const returned = (settled: boolean) =>
    api.db.asService((tx) =>
      settled
        ? sql`update private.returns set state = 'refused', answer = 'No', settled_at = now() where order_id = ${sent.id}`.execute(
            tx,
          )
        : sql`insert into private.returns (id, order_id, kind, reason) values (gen_random_uuid(), ${sent.id}, 'fault', 'A seam')`.execute(
            tx,
          ),
    )
  await returned(false)
  expect(await api.db.asService((tx) => eraseFinishedOrders(tx, 100))).toBe(1)
  expect(await stored(sent.id)).toMatchObject({ height: 163 })
  await returned(true)
  expect(await api.db.asService((tx) => eraseFinishedOrders(tx, 100))).toBe(1)
  expect(await stored(toMake.id)).toMatchObject({ name: 'Ruth Moab', height: null, link: (before?.link ?? 0) + 1 })
  expect(await api.db.asService((tx) => eraseFinishedOrders(tx, 100))).toBe(0)
})

test('an account is erased with its address and its orders, and both are in the audit log without the address', async () => {
  const { id: admin, token } = await staff()
  const { id, email } = await api.account()
  await api.db.order({ user_id: id, customer_email: 'work@example.com', provider_state: 'paid' })
  expect((await call('export-person', token, email)).body).toMatchObject({ account: { id }, orders: [{}] })
  expect((await call('erase-person', token, email)).status).toBe(200)
  expect((await call('find-person', token, email)).body).toMatchObject({ has_account: false, orders: 0 })
  const { rows } = await api.db.asService((tx) =>
    sql`select action, row_id, before, after from private.audit_log where table_name = 'person' and actor = ${admin}
      order by id`.execute(tx),
  )
  expect(rows).toEqual([
    { action: 'export', row_id: id, before: null, after: null },
    { action: 'erase', row_id: id, before: null, after: null },
  ])
})

/** Orders of another shop. */
async function earlier(...orders: { number: string; name: string; postcode: string; email?: string }[]) {
  const import_id = crypto.randomUUID()
  const rest = { ...{ source: 'etsy', bought_on: '2026-03-14', garments: 'Mary Dress\nSkirt' }, import_id }
  await api.db.asService((tx) =>
    tx
      .insertInto('private.earlier_orders')
      .values(orders.map((order) => ({ ...rest, amount_pence: 8_900, currency: 'GBP', ...order })))
      .execute(),
  )
}
const namesOf = async (...numbers: string[]) =>
  (
    await api.db.asService((tx) =>
      tx
        .selectFrom('private.earlier_orders')
        .select(['number', 'name', 'email', 'postcode'])
        .where('number', 'in', numbers)
        .orderBy('number')
        .execute(),
    )
  ).map(({ name, email, postcode }) => name ?? email ?? postcode)

test('earlier orders of a person are found, exported and erased: by address, else by name and postcode', async () => {
  const { token } = await staff()
  const email = anyAddress()
  await paidOrder(api, email, { customer_name: 'Dinah Leah', shipping_postcode: 'LS1 1AB' })
  await earlier(
    { number: 'a1', name: 'dinah leah', postcode: 'LS11AB' },
    { number: 'a2', name: 'Other', postcode: 'X1', email },
    { number: 'a3', name: 'Dinah Leah', postcode: 'M1 1AA' },
    { number: 'a4', name: 'Dinah Leah', postcode: 'LS1 1AB', email: anyAddress() },
  )
  expect((await call('find-person', token, email)).body).toMatchObject({ earlier_orders: 2, earlier_by_name: 1 })
  expect((await call('export-person', token, email)).body.earlier_orders).toMatchObject([
    { bought_on: 'etsy', order_number: 'a1', garments: ['Mary Dress', 'Skirt'], price_of_garments: '89.00' },
    { order_number: 'a2', email },
  ])
  expect((await call('erase-person', token, email)).status).toBe(200)
  expect(await namesOf('a1', 'a2', 'a3', 'a4')).toEqual([null, null, 'Dinah Leah', 'Dinah Leah'])
  expect((await call('find-person', token, email)).body).toMatchObject({ earlier_orders: 0, orders: 1 })
})

test('a person whom Etsy alone knows is found, exported and erased by name and postcode', async () => {
  const { id: admin, token } = await staff()
  const order = await paidOrder(api, anyAddress(), { customer_name: 'Zilpah Leah', shipping_postcode: 'LS1 1AB' })
  await earlier(
    { number: 'b1', name: 'Zilpah Leah', postcode: 'LS1 1AB' },
    { number: 'b2', name: 'Zilpah Leah', postcode: 'M1' },
  )
  const wanted = { name: 'ZILPAH  leah', postcode: 'ls1 1ab' }
  expect((await call('find-person', token, wanted)).body).toMatchObject({
    ...{
      email: null,
      has_account: false,
      is_staff: false,
      orders: 0,
      earlier_orders: 1,
      earlier_by_name: 1,
      emails: 0,
    },
  })
  const { body: data } = await call('export-person', token, wanted)
  expect(data).toMatchObject({ account: null, orders: [], earlier_orders: [{ order_number: 'b1' }], messages: [] })
  expect((await call('erase-person', token, wanted)).status).toBe(200)
  expect(await namesOf('b1', 'b2')).toEqual([null, 'Zilpah Leah'])
  expect(await stored(order.id)).toMatchObject({ name: 'Zilpah Leah' })
  const { rows } = await api.db.asService((tx) =>
    sql`select action, row_id from private.audit_log where table_name = 'person' and actor = ${admin} order by id`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([
    { action: 'export', row_id: null },
    { action: 'erase', row_id: null },
  ])
  for (const bad of [{ name: 'Zilpah' }, { name: ' ', postcode: 'LS1' }, { ...wanted, email: anyAddress() }, {}])
    expect(await call('find-person', token, bad), JSON.stringify(bad)).toMatchObject({ status: 400 })
})

test('a customer’s own copy has earlier orders of their confirmed address alone; their erasure has all', async () => {
  const { id, email } = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  const bought = { customer_name: 'Bilhah Rachel', shipping_postcode: 'LS1 1AB', customer_email: 'bilhah@example.com' }
  await paidOrder(api, '', { ...bought, user_id: id })
  await earlier(
    { number: 'c1', name: 'Bilhah Rachel', postcode: 'LS1 1AB' },
    { number: 'c2', name: 'Bilhah', postcode: 'LS1', email },
    { number: 'c3', name: 'Bilhah', postcode: 'LS1', email: bought.customer_email },
  )
  const own = await callFunction<{ earlier_orders: object[] }>(api, { path: 'export-my-data', token, body: {} })
  expect(own.body.earlier_orders).toMatchObject([{ order_number: 'c2' }])
  const erased = await callFunction(api, { path: 'erase-my-account', token, body: { confirm: email } })
  expect(erased.status).toBe(200)
  expect(await namesOf('c1', 'c2', 'c3')).toEqual([null, null, null])
})

test('an address that the shop does not know has nothing, and erasing it changes nothing', async () => {
  const { token } = await staff()
  const email = anyAddress()
  expect((await call('find-person', token, email)).body).toMatchObject({ has_account: false, orders: 0, emails: 0 })
  expect((await call('erase-person', token, email)).status).toBe(200)
  expect(await call('find-person', token, 'no address')).toMatchObject({ status: 400 })
})

test('a person of the back office is refused, and of the staff only administrators look up persons', async () => {
  const { token, email } = await staff()
  const helper = await staff('workroom')
  for (const address of [email, helper.email]) {
    expect((await call('find-person', token, address)).body).toMatchObject({ is_staff: true })
    expect(await call('erase-person', token, address)).toMatchObject({ status: 409 })
  }
  const { token: theirs } = await staff('pages')
  for (const path of ['find-person', 'export-person', 'erase-person']) {
    for (const as of [helper.token, theirs]) expect((await call(path, as, email)).status, path).toBe(403)
  }
})

test('to export or erase, a sign-in of more than ten minutes ago is repeated', async () => {
  await using later = await startAccountsApi()
  const { token } = await staff('admin', later)
  await later.setClockAhead(601)
  for (const path of ['export-person', 'erase-person']) {
    expect(await call(path, token, anyAddress(), later)).toMatchObject({
      status: 403,
      body: { details: { reason: 'sign_in_again' } },
    })
  }
})
