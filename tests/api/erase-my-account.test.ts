import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { openTestSession } from '#tests/fixtures/test-session.ts'
import { addFactor, callFunction, lineOf, outboxRowFor, paidOrder } from '../fixtures/account-data.ts'
import { startMinute } from '../fixtures/start-minute.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const erase = (token: string, confirm: string, at = api) =>
  callFunction(at, { path: 'erase-my-account', token, body: { confirm } })

type Table = 'pre_orders' | 'email_signups' | 'private.outbox' | 'private.mailbox' | 'auth.users'

/** Every place in the database with one of these texts, as `table: text`. */
async function traces(...texts: string[]): Promise<string[]> {
  const { rows } = await api.db.pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('auth', 'public', 'private') and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  const client = await api.db.pool.connect()
  try {
    await client.query('begin; set local role service_role')
    for (const { name } of rows) {
      const { rows: may } = await client.query("select has_table_privilege($1, 'select') as may", [name])
      if (!may[0]?.may) continue
      for (const text of texts) {
        const hit = await client.query(
          `select from ${name} each where strpos(lower(to_jsonb(each)::text), $1) > 0 limit 1`,
          [text.toLowerCase()],
        )
        if (hit.rowCount) found.push(`${name}: ${text}`)
      }
    }
    await client.query('rollback')
  } finally {
    client.release()
  }
  return found
}

const count = (table: Table, column: string, value: string) =>
  api.db.asService(async (tx) => {
    const rows = await tx
      .selectFrom(table)
      .select((each) => each.fn.countAll<string>().as('n'))
      .where(tx.dynamic.ref(column), '=', value)
      .executeTakeFirstOrThrow()
    return Number(rows.n)
  })

test('erasure deletes the account’s own data, and leaves the orders without an account', async () => {
  const { id, email } = await api.account()
  const other = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  const delivered = { order_status: 'delivered', delivered_at: new Date(Date.now() - 40 * 86_400_000) } as const
  const paid = await paidOrder(api, email, { gift_note: 'Happy birthday', ...delivered })
  const expired = await api.db.order({ user_id: id, provider_state: 'expired' })
  const open = await api.db.order({ user_id: id, provider_state: 'open' })
  const doubtful = await api.db.order({ user_id: id, provider_state: 'expired' })
  await api.db.note(doubtful.id, { kind: 'total_differs' })
  const hers = outboxRowFor(email, { userId: id })
  const ofOrder = outboxRowFor(email, {}, paid.id)
  await addFactor(api, id, 'unverified')
  await api.db.asService(async (tx) => {
    await tx
      .insertInto('order_lines')
      .values([lineOf(paid.id), lineOf(expired.id)])
      .execute()
    await tx
      .insertInto('email_signups')
      .values([{ email }, { email: other.email }])
      .execute()
    await tx
      .insertInto('private.outbox')
      .values([hers, ofOrder, outboxRowFor(other.email, { userId: other.id })])
      .execute()
    for (const { recipient, message_id } of [hers, ofOrder, { recipient: email, message_id: '<launch@shop>' }]) {
      const email = { sender: 'Shop', subject: 'A letter', html: '', text: '', headers: '{}' }
      await tx
        .insertInto('private.mailbox')
        .values({ ...email, recipient, message_id })
        .execute()
    }
  })

  expect(await erase(token, ` ${email.toUpperCase()} `)).toEqual({ status: 200, body: { erased: true } })

  const left = await traces(id, email)
  // The order keeps its e-mail address, as the tax law requires, and so does an e-mail about it that has not left yet;
  // the log of sign-ins names only an account id, and so does that of an order which is not over.
  expect(left).toEqual([
    `auth.audit_log_entries: ${id}`,
    `private.audit_log: ${id}`,
    `private.outbox: ${email}`,
    `public.pre_orders: ${email}`,
  ])
  const orders = await api.db.asService((tx) =>
    tx
      .selectFrom('pre_orders')
      .select(['id', 'user_id'])
      .where('id', 'in', [paid.id, expired.id, open.id, doubtful.id])
      .execute(),
  )
  expect(new Map(orders.map((order) => [order.id, order.user_id]))).toEqual(
    new Map([paid, open, doubtful].map((order) => [order.id, null])),
  )
  const measured = await api.db.asService((tx) =>
    tx
      .selectFrom('order_lines')
      .innerJoin('pre_orders', 'pre_orders.id', 'order_id')
      .select(['size_advice', 'height_cm', 'heel_cm', 'gift_note'])
      .where('order_id', '=', paid.id)
      .execute(),
  )
  expect(measured).toEqual([{ size_advice: null, height_cm: null, heel_cm: null, gift_note: null }])
  expect(await count('private.mailbox', 'recipient', email)).toBe(0)
  expect(await count('private.outbox', 'recipient', email)).toBe(1)
  expect(await count('private.outbox', 'recipient', other.email)).toBe(1)
  expect(await count('email_signups', 'email', other.email)).toBe(1)
  expect(await count('auth.users', 'id', other.id)).toBe(1)
  await expect.poll(async () => (await erase(token, email)).status, { timeout: 1_500 }).toBe(401)
})

test('the audit log records that an account was erased, without personal data', async () => {
  const { id, email } = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  expect((await erase(token, email)).status).toBe(200)
  const lines = await api.db.asService((tx) => tx.selectFrom('auth.audit_log_entries').selectAll().execute())
  const [line] = lines.filter(({ payload }) => {
    const { action, actor_id } = payload as { action: string; actor_id: string }
    return action === 'user_deleted' && actor_id === id
  })
  expect(line).toMatchObject({ ip_address: '', payload: { user_agent: '', traits: { by: 'herself' } } })
  expect(JSON.stringify(line)).not.toContain(email)
})

test('another address than the account’s own is refused', async () => {
  const [mine, other] = [await api.account(), await api.account()]
  const { access_token: token } = await openTestSession(api, mine.id)
  for (const typed of [other.email, '', 'erase', mine.id, `${mine.email}x`]) {
    expect(await erase(token, typed), typed).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  }
  expect(await count('auth.users', 'id', mine.id)).toBe(1)
  expect(await count('auth.users', 'id', other.id)).toBe(1)
})

test('a session whose sign-in is older than ten minutes has to sign in again', async () => {
  await using later = await startAccountsApi()
  const { id, email } = await later.account()
  const { access_token: token } = await openTestSession(later, id)
  await later.setClockAhead(601)
  const refused = { status: 403, body: { code: 'forbidden', details: { reason: 'sign_in_again' } } }
  expect(await erase(token, email, later)).toMatchObject(refused)
  const { access_token: again } = await openTestSession(later, id)
  expect((await erase(again, email, later)).status).toBe(200)
})

test('an unconfirmed address erases no data of that address', async () => {
  const victim = `${crypto.randomUUID()}@example.com`
  const { id } = await api.account({ email: victim, confirmed: false })
  const { access_token: token } = await openTestSession(api, id)
  const email = outboxRowFor(victim, {})
  await api.db.asService(async (tx) => {
    await tx.insertInto('email_signups').values({ email: victim }).execute()
    await tx
      .insertInto('private.outbox')
      .values([email, outboxRowFor(victim, { userId: id })])
      .execute()
  })
  expect((await erase(token, victim)).status).toBe(200)
  expect(await count('email_signups', 'email', victim)).toBe(1)
  expect(await count('private.outbox', 'recipient', victim)).toBe(1)
})

test('the last administrator cannot be erased, also when both of two try at once', async () => {
  await using shop = await startAccountsApi()
  const both = [await shop.account(), await shop.account()]
  const tokens = await Promise.all(both.map(async ({ id }) => (await openTestSession(shop, id)).access_token))
  await shop.db.asService((tx) =>
    tx
      .insertInto('user_roles')
      .values(both.map(({ id }) => ({ user_id: id, role: 'admin' })))
      .execute(),
  )
  const responses = await Promise.all(both.map(({ email }, index) => erase(tokens[index] ?? '', email, shop)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
  expect(responses.find(({ status }) => status === 403)).toMatchObject({
    body: { code: 'forbidden', details: { reason: 'last_administrator' } },
  })
})

test('twenty requests at once erase once, and the others find no account', async () => {
  const { id, email } = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  const responses = await Promise.all(Array.from({ length: 20 }, () => erase(token, email)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(19)
})

test('an order that is paid at the same moment is kept', async () => {
  const { id, email } = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  const order = await api.db.order({ user_id: id, provider_state: 'expired' })
  const client = await api.db.pool.connect()
  await client.query(`begin; set local role service_role; set local request.jwt.claims = '{"role":"service_role"}'`)
  await client.query(
    "update pre_orders set provider_state = 'paid', payment_status = 'paid', paid_at = now(), customer_email = $2 where id = $1",
    [order.id, email],
  )
  const erasing = erase(token, email)
  // Waits until the erasure waits for the lock on that order's row.
  await expect
    .poll(async () => (await api.db.pool.query('select from pg_locks where not granted')).rowCount, { timeout: 3_000 })
    .toBeGreaterThan(0)
  await client.query('commit')
  client.release()
  expect((await erasing).status).toBe(200)
  const [stored] = await api.db.asService((tx) =>
    tx.selectFrom('pre_orders').select(['provider_state', 'user_id']).where('id', '=', order.id).execute(),
  )
  expect(stored).toEqual({ provider_state: 'paid', user_id: null })
})

test('attempts are counted for each account', async () => {
  await using limited = await startAccountsApi({ rateLimits: true })
  await startMinute(limited.db)
  const { id } = await limited.account()
  const other = await limited.account()
  const { access_token: token } = await openTestSession(limited, id)
  for (let tries = 0; tries < 10; tries += 1)
    expect((await erase(token, 'nobody@example.com', limited)).status).toBe(400)
  expect(await erase(token, 'nobody@example.com', limited)).toMatchObject({
    status: 429,
    body: { code: 'over_request_rate_limit' },
  })
  const { access_token: hers } = await openTestSession(limited, other.id)
  expect((await erase(hers, other.email, limited)).status).toBe(200)
})

test('of the subscriber data only the suppression hash stays; messages to the shop are deleted too', async () => {
  const { id, email } = await api.account()
  const { access_token: token } = await openTestSession(api, id)
  await api.client().from('email_signups').insert({ email })
  const written = { ...outboxRowFor('hello@shop.example', { email, message: 'Is it blue?' }), kind: 'contact_message' }
  await api.db.asService((tx) => tx.insertInto('private.outbox').values([written]).execute())
  expect((await erase(token, email)).status).toBe(200)
  expect((await traces(id, email)).filter((place) => !place.includes('audit_log'))).toEqual([])
  const { rows } = await api.db.asService((tx) =>
    sql`select reason from private.suppressions where address_hash = private.address_hash(${email})`.execute(tx),
  )
  expect(rows).toEqual([{ reason: 'unsubscribed' }])
})
