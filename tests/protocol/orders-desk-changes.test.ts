import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskApi, startDeskApi } from '#tests/fixtures/desk-api.ts'

/** What the owner changes of her orders, changes that meet, what is told of them and of one order. */
let api: DeskApi

type Row = { order_number: string; version: number; order_status: string; tracking_number: string | null }

beforeAll(async () => {
  api = await startDeskApi()
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const paid = { payment_status: 'paid', payment_state: 'paid', paid_at: new Date() }

async function change(changes: object[]): Promise<{ ok: boolean; code?: string; message?: string; order?: Row }[]> {
  const answer = await api.post('change-orders', { changes })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { results: [] }).results
}

test('a number to track makes the order shipped; what is stale, missing or blank is said of that order alone', async () => {
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

test('of two who give fifty parcels different numbers at once, one number of each stays and the other hears of it', async () => {
  const orders = await Promise.all(
    Array.from({ length: 50 }, () => api.db.order({ ...paid, customer_email: 'a@b.example' })),
  )
  const numbered = (letter: string) =>
    change(orders.map(({ order_number }, at) => ({ order_number, version: 1, tracking_number: `${letter}${at}` })))
  const [ones, others] = await Promise.all([numbered('A'), numbered('B')])
  for (const [at, one] of ones.entries()) {
    const both = [one, others[at]]
    expect(both.map((result) => result?.code ?? 'ok').sort()).toEqual(['conflict', 'ok'])
    const kept = both.find((result) => result?.ok)?.order?.tracking_number
    expect(both.find((result) => !result?.ok)?.message).toContain(` ${kept}.`)
  }
  const ids = orders.map(({ id }) => id)
  const letters = await api.db.asService((tx) =>
    tx.selectFrom('private.outbox').select(['order_id', 'kind']).where('order_id', 'in', ids).execute(),
  )
  expect(letters).toHaveLength(50)
  expect(new Set(letters.map(({ order_id }) => order_id)).size).toBe(50)
})

test('an order that is being made becomes ready to post and not ready again, and is not ready before it is begun', async () => {
  const { id, order_number } = await api.db.order(paid)
  const view = async () => {
    const answer = await (await api.get(`order-details?order_number=${order_number}`)).json()
    return (answer as { order: { order_view: string } }).order.order_view
  }
  expect(await change([{ order_number, ready: true }])).toMatchObject([
    { ok: false, code: 'refused', message: 'Only an order that is being made can be ready to post.' },
  ])
  await change([{ order_number, order_status: 'processing' }])
  expect(await view()).toBe('in_progress')
  expect(await change([{ order_number, ready: true }])).toMatchObject([{ ok: true, order: { version: 3 } }])
  expect(await view()).toBe('to_dispatch')
  expect(await change([{ order_number, ready: true }])).toMatchObject([{ ok: true, order: { version: 3 } }])
  await change([{ order_number, ready: false }])
  expect(await view()).toBe('in_progress')

  // By the table as well; and what is set back to the beginning is no longer ready.
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
  expect(timeline.map(({ title }) => title)).toContain('Not ready to post any more')
})

test('one order is told with its lines and all that happened to it, by whom', async () => {
  const { id, order_number } = await api.db.order({ ...paid, customer_email: 'buyer@example.com', user_id: null })
  await api.line(id, { position: 1, name: 'Ruth Skirt', quantity: 2 })
  await change([{ order_number, order_status: 'processing' }])
  await change([{ order_number, tracking_number: 'AB 1', shipping_carrier: 'Evri' }])
  const answer = await api.get(`order-details?order_number=${order_number}`)
  const { order, lines, timeline } = (await answer.json()) as {
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
  expect(timeline.find(({ title }) => title === 'Sent')).toMatchObject({
    who: api.admin.email,
    detail:
      'Status from ‘Processing’ to ‘Shipped’. Tracking number added. AB 1. Carrier changed. From ‘Royal Mail’ to ‘Evri’.',
  })
  expect(timeline.find(({ title }) => title === 'Letter: On its way')).toMatchObject({ who: 'The shop' })
  expect(timeline.at(-1)).toMatchObject({ title: 'Order placed', who: 'Customer' })
  expect((await api.get('order-details?order_number=NOBODY')).status).toBe(404)
})

test('why somebody must look at an order is nothing its customer can read, and * is all the rest', async () => {
  const { id: userId, claims } = await api.db.user()
  const { id } = await api.db.order({ ...paid, user_id: userId, needs_review: 'Paid a second time' })
  const [customer, admin] = [api.client(await api.token(claims)), api.client(api.admin.token)]
  const service = api.client(api.serviceRoleKey)
  const { data: own } = await customer.from('pre_orders').select('*').eq('id', id).single().throwOnError()
  expect(own).toMatchObject({ id, final_amount: 89 })
  expect(own).not.toHaveProperty('needs_review')
  const changed = await admin
    .from('pre_orders')
    .update({ notes: 'x' })
    .eq('id', id)
    .eq('version', 1)
    .select()
    .throwOnError()
  expect(changed.data).toMatchObject([{ id, notes: 'x', version: 2 }])
  const reviews = await api.get(`order-reviews?ids=${id},${crypto.randomUUID()}`)
  expect(await reviews.json()).toEqual({ reviews: { [id]: 'Paid a second time' } })
  expect((await api.get('order-reviews?ids=x')).status).toBe(400)
  for (const client of [customer, admin]) {
    expect((await client.from('pre_orders').select('id, needs_review')).error?.code).toBe('42501')
    expect((await client.from('pre_orders').select('id').not('needs_review', 'is', null)).error?.code).toBe('42501')
    expect((await client.from('pre_orders').select('id').order('needs_review')).error?.code).toBe('42501')
  }
  const { data: whole } = await service.from('pre_orders').select('*').eq('id', id).single().throwOnError()
  expect(whole).toMatchObject({ needs_review: 'Paid a second time' })
})
