import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminOrdersApi, startAdminOrdersApi } from '../fixtures/admin-orders-api.ts'

/** The owner's changes to orders, conflicting changes, notifications about them, and the history of one order. */
let api: AdminOrdersApi

type Row = { order_number: string; version: number; order_status: string; tracking_number: string | null }

beforeAll(async () => {
  api = await startAdminOrdersApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const paid = { payment_status: 'paid', provider_state: 'paid', paid_at: new Date() }

async function change(changes: object[]): Promise<{ ok: boolean; code?: string; message?: string; order?: Row }[]> {
  const response = await api.post('change-orders', { changes })
  expect(response.status).toBe(200)
  return ((await response.json()) as { results: [] }).results
}

test('a tracking number makes the order shipped; a stale, missing or blank one is an error of that order alone', async () => {
  const [one, two] = [await api.db.order(paid), await api.db.order(paid)]
  const [tracked, missing, blank, stale] = await change([
    { order_number: one.order_number, version: 1, tracking_number: ' AB 123 ' },
    { order_number: 'NOBODY', order_status: 'shipped' },
    { order_number: two.order_number, tracking_number: ' \u200b - ' },
    { order_number: one.order_number, version: 1, tracking_number: 'CD 456' },
  ])
  expect(tracked?.order).toMatchObject({ order_status: 'shipped', tracking_number: 'AB 123', version: 2 })
  expect(tracked?.order).toMatchObject({ shipping_carrier: 'Royal Mail', shipped_at: expect.any(String) })
  expect(missing).toMatchObject({ ok: false, code: 'not_found' })
  expect(blank).toMatchObject({ ok: false, code: 'refused', message: 'Please enter a tracking number.' })
  expect(stale).toMatchObject({ ok: false, code: 'conflict', message: expect.stringContaining('AB 123') })
  const again = [{ order_number: one.order_number, tracking_number: 'ab123' }]
  expect(await change(again)).toMatchObject([{ ok: true, order: { version: 2 } }])
  const other = [{ order_number: one.order_number, tracking_number: 'CD 456' }]
  expect(await change(other)).toMatchObject([{ ok: false, code: 'conflict' }])
  const both = { order_status: 'cancelled', payment_status: 'pending' }
  expect(await change([{ order_number: two.order_number, ...both }])).toMatchObject([{ ok: true, order: both }])
  expect((await api.post('change-orders', { changes: [{ order_number: 'X', order_status: 'lost' }] })).status).toBe(400)
})

test('of two users who set different numbers on fifty parcels at once, one number of each counts and the other user gets a conflict', {
  tags: ['N2'],
}, async () => {
  const orders = await Promise.all(
    Array.from({ length: 50 }, () => api.db.order({ ...paid, customer_email: 'a@b.example' })),
  )
  const numbered = (email: string) =>
    change(orders.map(({ order_number }, at) => ({ order_number, version: 1, tracking_number: `${email}${at}` })))
  const [ones, others] = await Promise.all([numbered('A'), numbered('B')])
  for (const [at, one] of ones.entries()) {
    const both = [one, others[at]]
    expect(both.map((result) => result?.code ?? 'ok').sort()).toEqual(['conflict', 'ok'])
    const stored = both.find((result) => result?.ok)?.order?.tracking_number
    expect(both.find((result) => !result?.ok)?.message).toContain(` ${stored}.`)
  }
  const ids = orders.map(({ id }) => id)
  const emails = await api.db.asService((tx) =>
    tx.selectFrom('private.outbox').select(['order_id', 'kind']).where('order_id', 'in', ids).execute(),
  )
  expect(emails).toHaveLength(50)
  expect(new Set(emails.map(({ order_id }) => order_id)).size).toBe(50)
})

test('an order in progress becomes ready to post and not ready again; a pending order cannot be ready', async () => {
  const { id, order_number } = await api.db.order(paid)
  const view = async () => {
    const response = await (await api.get(`order-details?order_number=${order_number}`)).json()
    return (response as { order: { order_view: string } }).order.order_view
  }
  expect(await change([{ order_number, ready: true }])).toMatchObject([
    { ok: false, code: 'refused', message: 'Only an order in progress can be ready to post.' },
  ])
  await change([{ order_number, order_status: 'processing' }])
  expect(await view()).toBe('in_progress')
  expect(await change([{ order_number, ready: true }])).toMatchObject([{ ok: true, order: { version: 3 } }])
  expect(await view()).toBe('to_dispatch')
  expect(await change([{ order_number, ready: true }])).toMatchObject([{ ok: true, order: { version: 3 } }])
  await change([{ order_number, ready: false }])
  expect(await view()).toBe('in_progress')

  // The table sets it too; an order set back to pending is no longer ready.
  const admin = api.client(api.admin.token)
  await admin.from('pre_orders').update({ ready_at: new Date().toISOString() }).eq('id', id).throwOnError()
  expect(await view()).toBe('to_dispatch')
  await change([{ order_number, order_status: 'pending' }])
  await change([{ order_number, order_status: 'processing' }])
  expect(await view()).toBe('in_progress')
  const { timeline } = (await (await api.get(`order-details?order_number=${order_number}`)).json()) as {
    timeline: { title: string }[]
  }
  expect(timeline.map(({ title }) => title)).toContain('Ready to post')
  expect(timeline.map(({ title }) => title)).toContain('No longer ready to post')
})

test('a shipped order without a number is announced in a minute or never, by the owner’s choice, and by default later', async () => {
  const order = () => api.db.order({ ...paid, order_status: 'processing', customer_email: 'ruth@example.com' })
  const [notified, silent, unsaid] = [await order(), await order(), await order()]
  await change([
    { order_number: notified.order_number, order_status: 'shipped', tell_customer: true },
    { order_number: silent.order_number, order_status: 'shipped', tell_customer: false },
    { order_number: unsaid.order_number, order_status: 'shipped' },
  ])
  const email = async (id: string) => {
    const { rows } = await api.db.asService((tx) =>
      sql<{ state: string; minutes: number }>`
        select state, ceil(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from private.outbox
         where order_id = ${id} and kind = 'order_dispatched' order by created_at`.execute(tx),
    )
    return rows
  }
  expect(await email(notified.id)).toEqual([{ state: 'waiting', minutes: 1 }])
  expect(await email(silent.id)).toMatchObject([{ state: 'dropped' }])
  expect(await email(unsaid.id)).toEqual([{ state: 'waiting', minutes: 30 }])
  // A tracking number added later is sent as usual.
  await change([{ order_number: silent.order_number, tracking_number: 'AB 9' }])
  expect(await email(silent.id)).toMatchObject([{ state: 'dropped' }, { state: 'waiting', minutes: 1 }])
})

test('an undo restores number, status and readiness, and no e-mail is sent', async () => {
  const { id, order_number } = await api.db.order({
    ...paid,
    order_status: 'processing',
    ready_at: new Date(),
    customer_email: 'ruth@example.com',
  })
  const undo = { order_number, order_status: 'processing', ready: true, tracking_number: null }
  await change([{ order_number, version: 1, tracking_number: 'AB 10' }])
  const [undone] = await change([{ ...undo, version: 2, shipping_carrier: 'Royal Mail' }])
  const before = { order_status: 'processing', tracking_number: null, order_view: 'to_dispatch', shipped_at: null }
  expect(undone).toMatchObject({ ok: true, order: before })
  await change([{ order_number, version: 3, order_status: 'pending' }])
  expect(await change([{ ...undo, version: 4 }])).toMatchObject([{ ok: true, order: before }])
  const { rows } = await api.db.asService((tx) =>
    sql`select kind, state from private.outbox where order_id = ${id} and kind = 'order_dispatched'`.execute(tx),
  )
  expect(rows).toEqual([{ kind: 'order_dispatched', state: 'dropped' }])
})

test('the facts of reviving a cancelled order: refunds, its pre-order unit, its discount and its e-mails', async () => {
  const garment = await api.db.product({
    name: 'Mary Dress',
    is_preorder: true,
    preorder_end_date: new Date(Date.now() + 86_400_000),
    preorder_limit: 3,
  })
  const { code } = await api.db.discountCode({ percent: 10 })
  const sold = { ...paid, payment_session_id: 'cs_facts', customer_email: 'ruth@example.com' }
  const { id, order_number } = await api.db.order({ ...sold, discount_code: code, discount_percent: 10 })
  const other = await api.db.order(paid)
  const place = { position: 1, product_id: garment.id, is_preorder: true, quantity: 2 }
  for (const each of [id, other.id]) await api.line(each, place)
  await change([{ order_number, order_status: 'cancelled' }])
  await api.db.asService(async (tx) => {
    await sql`insert into private.discount_holds (order_id, code, state, until)
      values (${id}, ${code}, 'redeemed', now())`.execute(tx)
    await sql`insert into private.refunds (order_id, session_id, amount, scope, state) values
      (${id}, 'cs_facts', 10, 'part', 'succeeded'), (${id}, 'cs_facts', 5, 'part', 'requested'),
      (${id}, 'cs_facts', 70, 'cancellation', 'requested'), (${id}, 'cs_facts', 9, 'part', 'failed')`.execute(tx)
    await sql`update private.outbox set state = 'sent' where order_id = ${id} and kind = 'order_cancelled'`.execute(tx)
  })
  const facts = async () =>
    ((await (await api.get(`order-facts?orders=${order_number},NOBODY`)).json()) as { facts: object[] }).facts
  const known = {
    order_number,
    refunded_pence: 1000,
    refund_held_pence: 7000,
    refund_waiting_pence: 500,
    discount_use: 'counted',
    has_withdrawn: false,
    is_part_sent: false,
    parcels_sent: 0,
    emails_sent: ['order_cancelled'],
  }
  expect(await facts()).toEqual([{ ...known, preorders: [{ name: 'Mary Dress', units: 2, taken: 2, limit: 3 }] }])
  // Revived, it takes a unit again, which `taken` does not include.
  await change([{ order_number, order_status: 'processing' }])
  expect(await facts()).toMatchObject([{ preorders: [{ units: 2, taken: 2, limit: 3 }] }])
  expect((await api.get('order-facts?orders=')).status).toBe(400)
})

test('an order’s details have its lines and its whole history, with the users', async () => {
  const { id, order_number } = await api.db.order({ ...paid, customer_email: 'buyer@example.com', user_id: null })
  await api.line(id, { position: 1, name: 'Ruth Skirt', quantity: 2 })
  await change([{ order_number, order_status: 'processing' }])
  await change([{ order_number, tracking_number: 'AB 1', shipping_carrier: 'Evri' }])
  const response = await api.get(`order-details?order_number=${order_number}`)
  const { order, lines, timeline } = (await response.json()) as {
    order: object
    lines: object[]
    timeline: { title: string; who: string; detail: string | null }[]
  }
  expect(order).toMatchObject({
    order_number,
    version: 3,
    deliver_to: 'GB',
    payment_provider: 'test',
    dispatch_by: '2030-01-15',
  })
  expect(lines).toMatchObject([{ name: 'Ruth Skirt', quantity: 2, unit_price: 89, dispatch_by: '2030-01-15' }])
  expect(timeline.find(({ title }) => title === 'Shipped')).toMatchObject({
    who: api.admin.email,
    detail:
      'Status from ‘Processing’ to ‘Shipped’. Tracking number added. AB 1. Carrier changed. From ‘Royal Mail’ to ‘Evri’.',
  })
  expect(timeline.find(({ title }) => title === 'E-mail: On its way')).toMatchObject({ who: 'The shop' })
  expect(timeline.at(-1)).toMatchObject({ title: 'Order placed', who: 'Customer' })
  expect((await api.get('order-details?order_number=NOBODY')).status).toBe(404)
})

test('the timeline says why an order needs attention, and when it no longer does', async () => {
  const { id, order_number } = await api.db.order({ ...paid, provider_state: 'paid', user_id: null })
  const entries = async () => {
    const response = await api.get(`order-details?order_number=${order_number}`)
    const { timeline } = (await response.json()) as {
      timeline: { title: string; who: string; detail: string | null }[]
    }
    return timeline.filter(({ title }) => /attention/.test(title)).map(({ title, who, detail }) => [title, who, detail])
  }
  await api.db.note(id, { kind: 'rebuilt' })
  await change([{ order_number, order_status: 'cancelled' }])
  await change([{ order_number, order_status: 'pending' }])
  const begun = [
    ['Needs attention', 'The shop', 'Refund owed: the order was cancelled.'],
    ['Needs attention', 'The shop', 'Rebuilt from the payment: check the sizes.'],
  ]
  expect(await entries()).toEqual(begun)
  await change([{ order_number, order_status: 'cancelled' }])
  await api.db.asService((tx) =>
    sql`update private.order_notes set resolved_at = shop_now() where order_id = ${id} and kind = 'rebuilt'`.execute(
      tx,
    ),
  )
  await change([{ order_number, order_status: 'pending' }])
  expect(await entries()).toEqual([['No longer needs attention', api.admin.email, null], begun[0], ...begun])
})

test('a corrected number is e-mailed in a minute, or not at all by the owner’s choice', async () => {
  for (const told of [true, false]) {
    const { id, order_number } = await api.db.order({ ...paid, customer_email: 'ruth@example.com' })
    await change([{ order_number, tracking_number: 'AB 1' }])
    await api.db.asService((tx) =>
      sql`update private.outbox set state = 'sent' where order_id = ${id} and kind = 'order_dispatched'`.execute(tx),
    )
    const [first] = await change([{ order_number, order_status: 'shipped' }])
    const [corrected] = await change([
      { order_number, version: first?.order?.version, tracking_number: 'AB 2', ...(!told && { tell_customer: false }) },
    ])
    expect(corrected?.order).toMatchObject({ tracking_number: 'AB 2', order_status: 'shipped' })
    const { rows } = await api.db.asService((tx) =>
      sql`select data ->> 'tracking' as tracking, state from private.outbox
        where order_id = ${id} and kind = 'order_dispatched' order by data ->> 'tracking'`.execute(tx),
    )
    expect(rows).toEqual([
      { tracking: 'AB 1', state: 'sent' },
      { tracking: 'AB 2', state: told ? 'waiting' : 'dropped' },
    ])
  }
})

test('a number that was sent before a wrong correction is sent again, once', async () => {
  const { id, order_number } = await api.db.order({ ...paid, customer_email: 'ruth@example.com' })
  let version = 1
  const set = async (tracking_number: string) => {
    const [result] = await change([{ order_number, version, tracking_number }])
    expect(result).toMatchObject({ ok: true })
    version = result?.order?.version ?? 0
  }
  const emails = async () => {
    const { rows } = await api.db.asService((tx) =>
      sql<{ tracking: string; state: string }>`select data ->> 'tracking' as tracking, state from private.outbox
        where order_id = ${id} and kind = 'order_dispatched' and state <> 'dropped' order by created_at`.execute(tx),
    )
    return rows.map(({ tracking, state }) => `${tracking} ${state}`)
  }
  const send = () =>
    api.db.asService((tx) =>
      sql`update private.outbox set state = 'sent', sent_at = clock_timestamp()
        where order_id = ${id} and kind = 'order_dispatched' and state = 'waiting'`.execute(tx),
    )
  await set('AB 1')
  await send()
  await set('AB 2')
  await set('AB 1')
  expect(await emails()).toEqual(['AB 1 sent'])
  await set('AB 2')
  await send()
  await set('AB 1')
  expect(await emails()).toEqual(['AB 1 sent', 'AB 2 sent', 'AB 1 waiting'])
  await send()
  await set('ab1')
  await set('AB 2')
  expect(await emails()).toEqual(['AB 1 sent', 'AB 2 sent', 'AB 1 sent', 'AB 2 waiting'])
})

test('a customer cannot read the review notes, and `*` returns all other columns', async () => {
  const { id: userId, claims } = await api.db.user()
  const { id } = await api.db.order({ ...paid, user_id: userId })
  await api.db.note(id, { kind: 'paid_twice', sessionId: 'cs_2' })
  const [customer, admin] = [api.client(await api.token(claims)), api.client(api.admin.token)]
  const { data: own } = await customer.from('pre_orders').select('*').eq('id', id).single().throwOnError()
  expect(own).toMatchObject({ id, final_amount: 89 })
  const changed = await admin
    .from('pre_orders')
    .update({ notes: 'x' })
    .eq('id', id)
    .eq('version', 1)
    .select()
    .throwOnError()
  expect(changed.data).toMatchObject([{ id, notes: 'x', version: 2 }])
  const reviews = await api.get(`order-reviews?ids=${id},${crypto.randomUUID()}`)
  expect(await reviews.json()).toEqual({ reviews: { [id]: [{ kind: 'paid_twice', sessionId: 'cs_2' }] } })
  expect((await api.get('order-reviews?ids=x')).status).toBe(400)
})

test('the owner’s own note is in the details alone: no print, export or row of the order has it', async () => {
  const { id: userId, claims } = await api.db.user()
  const customer = await api.token(claims)
  const secret = `own-${crypto.randomUUID()}`
  const { id, order_number } = await api.db.order({ ...paid, user_id: userId, notes: 'Leave it with the neighbour' })
  const own = async () => {
    const response = await api.get(`order-details?order_number=${order_number}`)
    return ((await response.json()) as { owner_note: string | null }).owner_note
  }
  const save = (note: string | null, seen: string | null, token?: string) =>
    api.post('owner-note', { order_number, note, seen }, token)
  expect(await own()).toBeNull()
  expect((await save(secret, null, customer)).status).toBe(403)
  expect(await (await save(` ${secret}\r\nsecond line `, null)).json()).toEqual({ note: `${secret}\nsecond line` })
  expect(await own()).toBe(`${secret}\nsecond line`)

  const stale = await save('Another', 'What it was before')
  expect(stale.status).toBe(409)
  expect(await stale.json()).toMatchObject({ code: 'conflict', details: { note: `${secret}\nsecond line` } })
  expect((await save('x'.repeat(5_001), `${secret}\nsecond line`)).status).toBe(400)
  expect((await api.post('owner-note', { order_number: 'NOBODY', note: 'x', seen: null })).status).toBe(404)

  for (const path of [
    `packing-slips?orders=${order_number}`,
    `cut-list?orders=${order_number}`,
    `export-orders?view=all&q=${order_number}`,
    `orders?view=all&q=${order_number}`,
  ]) {
    const response = await api.get(path)
    expect(response.status).toBe(200)
    expect(await response.text(), path).not.toContain(secret)
  }
  for (const client of [api.client(customer), api.client(api.admin.token), api.client(api.serviceRoleKey)]) {
    const { data } = await client.from('pre_orders').select('*').eq('id', id).single().throwOnError()
    expect(JSON.stringify(data)).toContain('Leave it with the neighbour')
    expect(JSON.stringify(data)).not.toContain(secret)
    expect((await client.from('owner_notes').select('*')).error).not.toBeNull()
  }
  const stored = await api.db.asService((tx) =>
    sql<{
      found: number
    }>`select count(*)::int as found from private.outbox o where o::text like ${`%${secret}%`}`.execute(tx),
  )
  expect(stored.rows).toEqual([{ found: 0 }])

  expect(await (await save(' ', `${secret}\nsecond line`)).json()).toEqual({ note: null })
  expect(await own()).toBeNull()
})
