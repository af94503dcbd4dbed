import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchFunction } from '#tests/fixtures/fetch-function.ts'
import { hostile } from '#tests/fixtures/hostile-input.ts'
import { type ReconciliationApi, startReconciliationApi } from '../fixtures/reconciliation-api.ts'

let api: ReconciliationApi
let admin: { id: string; token: string }

beforeAll(async () => {
  api = await startReconciliationApi()
  await api.work()
  admin = await api.account({ admin: true })
})
afterAll(() => api[Symbol.asyncDispose]())

const unknown = '00000000-0000-4000-8000-000000000000'

async function ask(path: string, { body, token = admin.token }: { body?: unknown; token?: string | null } = {}) {
  const response = await fetchFunction(api, { path, token, body })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

async function compare() {
  expect((await ask('money-run', { body: {} })).body).toMatchObject({ running: true })
  await expect.poll(async () => (await ask('money')).body.running, { timeout: 15_000 }).toBe(false)
  return (await ask('money')).body
}

test('a span of days is at most a year, in order, and of days that exist', async () => {
  for (const path of ['money-days', 'export-money', 'provider-account']) {
    for (const [from, to] of [
      ['2026-04-06', '2027-04-07'],
      ['2026-04-06', '2026-04-05'],
      ['2026-02-30', '2026-04-05'],
      ['0000-01-01', '0000-01-01'],
      ['', ''],
    ]) {
      expect((await ask(`${path}?from=${from}&to=${to}`)).status, `${path} ${from} ${to}`).toBe(400)
    }
  }
  const { body, headers } = await ask('export-money?from=2026-04-06&to=2027-04-05')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(String(body)).toContain('day,kind,order_number,')
  expect((await ask('provider-account?from=2026-04-06&to=2027-04-05')).body).toEqual({ sums: null })
})

describe('administrators only', () => {
  const calls: [string, unknown, number][] = [
    ['money', undefined, 200],
    ['money-alerts', undefined, 200],
    ['money-orders', undefined, 200],
    ['money-orders?q=Ruth', undefined, 200],
    ['money-days?from=2026-04-06&to=2027-04-05', undefined, 200],
    ['export-money?from=2026-04-06&to=2027-04-05', undefined, 200],
    ['provider-account?from=2026-04-06&to=2027-04-05', undefined, 200],
    ['money-run', {}, 200],
    ['repair-discrepancy', { id: unknown, action: 'accept' }, 404],
    [`dispute-evidence?id=${unknown}`, undefined, 404],
  ]

  test.each(calls)('calls %s', async (path, body, expected) => {
    const former = await api.account({ admin: true })
    await api.db.asService((tx) => tx.deleteFrom('user_roles').where('user_id', '=', former.id).execute())
    const customer = await api.account()
    const statusFor = async (token: string | null) => (await ask(path, { body, token })).status
    expect(await statusFor(null)).toBe(401)
    expect(await statusFor(api.anonKey)).toBe(401)
    expect(await statusFor(api.serviceRoleKey)).toBe(401)
    expect(await statusFor('nonsense')).toBe(401)
    expect(await statusFor(customer.token)).toBe(403)
    expect(await statusFor(former.token)).toBe(403)
    expect(await statusFor(admin.token)).toBe(expected)
  })

  test('an invalid request is refused', async () => {
    const id = unknown
    const bodies: unknown[] = [{}, [], null, '{', { id }, { id, action: 'erase' }, { id: 1, action: 'accept' }]
    for (const body of [...bodies, { id, action: 'accept', note: 'x'.repeat(1_001) }, { id, action: ['accept'] }]) {
      expect((await ask('repair-discrepancy', { body })).status).toBe(400)
    }
    for (const text of hostile) {
      expect((await ask('repair-discrepancy', { body: { id: text, action: 'accept' } })).status).toBe(400)
      expect((await ask('repair-discrepancy', { body: { id, action: 'accept', note: text } })).status).toBeLessThan(500)
      expect((await ask(`dispute-evidence?id=${encodeURIComponent(text.slice(0, 200).toWellFormed())}`)).status).toBe(
        400,
      )
    }
  })
})

test('matching payments are reported with their sum and dates', async () => {
  await api.paidOrder()
  const money = await compare()
  expect(money).toMatchObject({
    provider: 'test',
    waiting: 0,
    counts: {},
    discrepancies: [],
    open_disputes: [],
    last_run: { failure: null, asked_for: true, payments: 1, matched: 1, matched_pence: 9350, discrepancies: 0 },
  })
  expect(money.days).toHaveLength(35)
  expect(money.days[0]).toMatchObject({ payments: 1, paid_pence: 9350, given_back_pence: 0, disputed_pence: 0 })
  expect((await ask('money-alerts')).body).toEqual({ waiting: 0 })
})

test('paid orders are found by a part of their number, name or address, the newest payment first', async () => {
  const first = await api.paidOrder()
  const second = await api.paidOrder()
  const unpaid = await api.db.order({ provider_state: 'open', customer_name: 'Naomi Moab' })
  await api.rows(
    `update public.pre_orders set customer_name = 'Orpah 100%_\\', customer_email = 'orpah@example.com' where id = $1`,
    [first.id],
  )
  const find = async (q: string) => {
    const { status, body } = await ask(`money-orders?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    return (body.orders as { order_number: string }[]).map(({ order_number }) => order_number)
  }
  expect((await ask('money-orders')).body.orders[0]).toEqual({
    order_number: second.number,
    customer_name: 'Ruth <b>Moab</b>',
    customer_email: 'ruth@example.com',
    total_pence: 9350,
    paid_at: expect.any(String),
    provider_state: 'paid',
    order_status: 'pending',
  })
  expect((await find('')).slice(0, 2)).toEqual([second.number, first.number])
  expect(await find(first.number.toLowerCase())).toEqual([first.number])
  for (const text of ['orpah', ' ORPAH@example', '100%_\\', '%_\\']) expect(await find(text)).toEqual([first.number])
  expect(await find('%%')).toEqual([])
  expect(await find('Naomi')).toEqual([])
  expect(await find(unpaid.order_number)).toEqual([])
  await api.rows(
    `insert into public.pre_orders (order_number, customer_name, customer_email, product_name, product_size, product_price,
        final_amount, payment_provider, payment_status, provider_state, paid_at)
     select 'TKW-' || n, customer_name, customer_email, product_name, product_size, product_price,
        final_amount, payment_provider, payment_status, provider_state, paid_at
      from public.pre_orders o, generate_series(100, 130) as n where o.id = $1`,
    [first.id],
  )
  expect(await find('orpah')).toHaveLength(20)
  await api.rows(`delete from public.pre_orders where order_number like 'TKW-1__'`)
})

test('a hostile search text gets a result or a refusal, never a 5xx', async () => {
  for (const text of [...hostile, '\0', "'", '\\', '%', '"; drop table pre_orders; --', 'x'.repeat(255)]) {
    const { status, body } = await ask(`money-orders?q=${encodeURIComponent(text.slice(0, 2_000).toWellFormed())}`)
    expect(status).toBe(text.length > 254 || text.includes('\0') ? 400 : 200)
    if (status === 200) expect(Array.isArray(body.orders)).toBe(true)
  }
  expect((await ask('money-orders?q=%ff%zz')).status).toBeLessThan(500)
  expect((await ask('money-orders?q=a&q=b')).status).toBe(200)
  expect((await ask('money-orders?q[]=a')).status).toBe(200)
})

test('an owed refund is listed, made by one of two administrators, and recorded with the user', async () => {
  const order = await api.paidOrder()
  await api.rows(`update public.pre_orders set order_status = 'cancelled' where id = $1`, [order.id])
  const { discrepancies, counts, waiting } = await compare()
  expect({ counts, waiting }).toEqual({ counts: { refund_owed: 1 }, waiting: 1 })
  expect(discrepancies).toEqual([
    {
      id: expect.any(String),
      kind: 'refund_owed',
      order_number: order.number,
      customer_name: 'Ruth <b>Moab</b>',
      ours_pence: 9350,
      theirs_pence: null,
      facts: {},
      said_by: null,
      respond_by: null,
      was_told: false,
      found_at: expect.any(String),
      dashboard_url: null,
      actions: ['give_back', 'accept'],
    },
  ])
  const [{ id }] = discrepancies
  expect((await ask('repair-discrepancy', { body: { id, action: 'settle' } })).status).toBe(400)
  const other = await api.account({ admin: true })
  const body = { id, action: 'give_back', note: 'Sorry' }
  const responses = await Promise.all([
    ask('repair-discrepancy', { body }),
    ask('repair-discrepancy', { body, token: other.token }),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = responses[0]?.status === 200 ? admin : other
  expect(
    await api.rows('select amount, note, requested_by, state from private.refunds where order_id = $1', [order.id]),
  ).toEqual([{ amount: '93.50', note: 'Sorry', requested_by: winner.id, state: 'requested' }])
  const after = await compare()
  expect(after).toMatchObject({ waiting: 0, discrepancies: [] })
  expect(after.resolved[0]).toMatchObject({ id, how: 'refund_asked', note: 'Sorry', order_number: order.number })
  expect(after.resolved[0]).toMatchObject({ refund_state: 'requested', ended: null })
  await api.rows(`update private.refunds set state = 'pending', next_attempt_at = null where order_id = $1`, [order.id])
  expect((await ask('money')).body.resolved[0]).toMatchObject({ id, refund_state: 'pending' })
  const [change] = await api.rows<{ actor: string }>(
    `select actor from private.audit_log where table_name = 'payment_discrepancies' and row_id = $1 order by id desc limit 1`,
    [id],
  )
  expect(change?.actor).toBe(winner.id)
})

test('a failed refund says whether the customer got an e-mail that it was sent', async () => {
  const order = await api.paidOrder()
  const [refund] = await api.rows<{ id: string }>(
    `insert into private.refunds (order_id, session_id, amount, state, provider_refund_id, failure, next_attempt_at, settled_at)
     values ($1, $2, 10, 'failed', 're_1', 'lost_or_stolen_card', null, now()) returning id`,
    [order.id, order.sessionId],
  )
  expect((await compare()).discrepancies).toMatchObject([
    { kind: 'refund_failed', ours_pence: 1000, facts: { failure: 'lost_or_stolen_card' }, was_told: false },
  ])
  await api.rows(
    `insert into private.outbox (kind, cause, message_id, recipient, data, order_id, state, sent_at)
     values ('order_refunded', $1, $1, 'ruth@example.com', '{"refunded": 10, "total": 93.5}', $2, 'sent', now())`,
    [`${order.id}.1000`, order.id],
  )
  expect((await ask('money')).body.discrepancies).toMatchObject([{ kind: 'refund_failed', was_told: true }])
  await api.rows('delete from private.refunds where id = $1', [refund?.id])
  await api.rows('delete from private.payment_discrepancies')
})

test('the evidence of a dispute has the order’s history, with customers’ texts escaped', async () => {
  const order = await api.paidOrder()
  await api.rows(
    `insert into private.disputes (id, order_id, payment_id, amount, currency, reason, status, respond_by, opened_at, read_at)
     values ('dp_1', $1, 'pi_1', 93.50, 'gbp', 'product_not_received', 'needs_response', now() + interval '5 days', now(), now())`,
    [order.id],
  )
  await api.rows(
    `update public.pre_orders set order_status = 'shipped', shipped_at = now(), tracking_number = 'AB 123' where id = $1`,
    [order.id],
  )
  await api.rows(`update private.outbox set state = 'sent', sent_at = now() where order_id = $1`, [order.id])
  const [discrepancy] = await api.rows<{ id: string }>(
    `insert into private.payment_discrepancies (key, kind, order_id, session_id, payment_id, ours, theirs, facts, respond_by)
     values ('open_dispute:dp_1', 'open_dispute', $1, $2, 'pi_1', 93.50, 93.50, '{"status": "needs_response", "reason": "product_not_received"}',
       now() + interval '5 days') returning id`,
    [order.id, order.sessionId],
  )
  const money = (await ask('money')).body
  expect(money.open_disputes).toHaveLength(1)
  expect(money.waiting).toBe(1)
  const { status, body, headers } = await ask(`dispute-evidence?id=${discrepancy?.id}`)
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="evidence-${order.number}.html"`)
  for (const fact of [
    order.number,
    'Mary Dress, size 10–12',
    '£93.50',
    'The customer says the parcel never arrived.',
    'AB 123',
    '1 Barley Row',
  ]) {
    expect(body).toContain(fact)
  }
  expect(body).toContain('Order confirmation, to ruth@example.com')
  expect(body).toContain('Ruth &lt;b&gt;Moab')
  expect(body).not.toContain('<b>Moab')
  expect((await ask('repair-discrepancy', { body: { id: discrepancy?.id, action: 'accept' } })).status).toBe(400)
  await api.rows('delete from private.payment_discrepancies')
})

test('ten simultaneous requests start one reconciliation', async () => {
  await using idle = await startReconciliationApi()
  const { token } = await idle.account({ admin: true })
  const headers = { apikey: idle.anonKey, authorization: `Bearer ${token}` }
  const request = () => fetch(`${idle.url}/functions/v1/money-run`, { method: 'POST', headers })
  const responses = await Promise.all(Array.from({ length: 10 }, request))
  const runs = (await Promise.all(responses.map((response) => response.json()))) as { id: string; running: boolean }[]
  // No job runs yet, so the first reconciliation is unfinished until all ten requests have their answers.
  await idle.work()
  const stored = () =>
    idle.rows<{ id: string }>('select id from private.reconciliation_runs where finished_at is not null')
  await expect.poll(stored).toEqual([{ id: runs[0]?.id }])
  expect(runs).toEqual(Array(10).fill({ id: runs[0]?.id, running: true }))
  expect(await idle.rows('select from private.reconciliation_runs')).toHaveLength(1)
})
