import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminOrdersApi, startAdminOrdersApi } from '../fixtures/admin-orders-api.ts'

let api: AdminOrdersApi

beforeAll(async () => {
  api = await startAdminOrdersApi()
})
afterAll(() => api[Symbol.asyncDispose]())

type Entry = { title: string; detail: string | null; who: string; undo: string | null }
type Details = {
  order: Record<string, unknown> & { version: number }
  lines: { position: number; size: string; height_cm: number | null }[]
  timeline: Entry[]
}
type Answer = { status: number; body: Record<string, unknown> & { code?: string; message?: string; details?: unknown } }

async function call(path: string, body?: object): Promise<Answer> {
  const response = await (body ? api.post(path, body) : api.get(path))
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function details(orderNumber: string): Promise<Details> {
  return (await call(`order-details?order_number=${orderNumber}`)).body as unknown as Details
}

async function paidOrder(columns: object = {}) {
  const product = await api.db.product({ length: '143 cm from the nape to the hem' })
  const order = await api.db.order({
    customer_name: 'Ruth Moab',
    customer_email: 'ruth@example.com',
    shipping_address: '1 Barley Row',
    shipping_city: 'Leeds',
    shipping_postcode: 'LS1 4AP',
    shipping_country: 'GB',
    provider_state: 'paid',
    payment_status: 'paid',
    paid_at: new Date(),
    ...columns,
  })
  await api.line(order.id, { position: 0, product_id: product.id, name: 'Mary Dress' })
  await api.line(order.id, { position: 1, product_id: randomUUID(), name: 'Ruth Skirt' })
  return order
}

function edit(order: { order_number: string; version?: number }, changes: object, version = 1) {
  return call('edit-order', { order_number: order.order_number, version, ...changes })
}

async function emails(orderId: string) {
  return api.db.asService((tx) =>
    tx
      .selectFrom('private.outbox')
      .select(['kind', 'cause', 'recipient', 'state', 'next_attempt_at'])
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute(),
  )
}

test('the owner changes size, height, address, name and notes at once, with one history entry and a later e-mail', async () => {
  const order = await paidOrder({ order_status: 'shipped' })
  const address = {
    shipping_address: ' 7 Chapel Lane \n Flat 2 ',
    shipping_city: 'York',
    shipping_postcode: 'yo1 7hh',
    shipping_country: 'GB',
  }
  const { status, body } = await edit(order, {
    customer_name: 'Ruth Naomi',
    address,
    notes: 'Ring twice',
    lines: [{ position: 0, size: '12-14', height: 168 }],
    tell_customer: true,
  })
  expect([status, body.has_account]).toEqual([200, false])
  const { order: changed, lines, timeline } = await details(order.order_number)
  expect(changed).toMatchObject({
    customer_name: 'Ruth Naomi',
    shipping_address: '7 Chapel Lane\nFlat 2',
    shipping_postcode: 'YO1 7HH',
    notes: 'Ring twice',
    product_size: '12-14, 10-12',
    product_price: 89,
    final_amount: 89,
  })
  expect(lines[0]).toMatchObject({ size: '12-14', height_cm: 168 })
  const changes = timeline.filter(({ title }) => title.includes('changed') && !title.startsWith('E-mail'))
  expect(changes).toMatchObject([{ who: api.admin.email, undo: body.edit_id }])
  expect(changes[0]?.detail).toBe(
    'Name: from ‘Ruth Moab’ to ‘Ruth Naomi’. Address: from ‘1 Barley Row, Leeds, LS1 4AP, United Kingdom’ to ' +
      '‘7 Chapel Lane, Flat 2, York, YO1 7HH, United Kingdom’. Note for the parcel: now ‘Ring twice’. ' +
      'Size of Mary Dress: from ‘10–12’ to ‘12–14’. Height for Mary Dress: now ‘168 cm’.',
  )
  const [email] = await emails(order.id)
  expect(email).toMatchObject({ kind: 'order_changed', cause: body.edit_id, recipient: 'ruth@example.com' })
  expect(Number(email?.next_attempt_at)).toBeGreaterThan(Date.now() + 30_000)
})

test('an order that moves to another zone gets a service and an arrival day of that zone; an undo restores both', async () => {
  const columns = { delivery_service: 'tracked-24', dispatch_by: '2030-01-07', arrive_by: '2030-01-09' }
  const order = await paidOrder(columns)
  const read = async () => {
    const { delivery_service, arrive_by, version, shipping_amount } = (await details(order.order_number)).order
    return { delivery_service, arrive_by, version, shipping_amount }
  }
  const charged = (await read()).shipping_amount
  const york = { shipping_address: '7 Chapel Lane', shipping_city: 'York', shipping_postcode: 'YO1 7HH' }
  const within = await edit(order, { address: { ...york, shipping_country: 'GG' } })
  expect(within.status).toBe(200)
  expect(await read()).toMatchObject({ delivery_service: 'tracked-24', arrive_by: '2030-01-09' })

  const { version } = await read()
  const abroad = { shipping_address: 'Marktplatz 1', shipping_city: 'Ulm', shipping_postcode: '89073' }
  const { body } = await edit(order, { address: { ...abroad, shipping_country: 'DE' }, tell_customer: true }, version)
  // Seven working days after Monday 7 January.
  expect(await read()).toMatchObject({
    delivery_service: 'europe-tracked',
    arrive_by: '2030-01-16',
    shipping_amount: charged,
  })
  const [entry] = (await details(order.order_number)).timeline
  expect(entry?.detail).toContain('Delivery: from ‘Royal Mail Tracked 24’ to ‘')
  const undo = await call('undo-order-edit', { order_number: order.order_number, edit_id: body.edit_id })
  expect(undo.status).toBe(200)
  expect(await read()).toMatchObject({ delivery_service: 'tracked-24', arrive_by: '2030-01-09' })
})

test('an undo restores every value once, and drops the e-mail that still waits', async () => {
  const order = await paidOrder()
  const { body } = await edit(order, {
    gift_note: 'For you',
    lines: [{ position: 0, size: '12-14' }],
    tell_customer: true,
  })
  const undo = { order_number: order.order_number, edit_id: body.edit_id }
  const responses = await Promise.all([1, 2, 3].map(() => call('undo-order-edit', undo)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { order: restored, lines, timeline } = await details(order.order_number)
  expect([restored.gift_note, restored.product_size, lines[0]?.size]).toEqual([null, '10-12, 10-12', '10-12'])
  expect(timeline.map(({ title }) => title).slice(0, 2)).toEqual([
    'Undone: gift note changed, size changed',
    'Gift note changed, Size changed',
  ])
  expect(timeline[1]?.undo).toBeNull()
  expect(await emails(order.id)).toMatchObject([{ state: 'dropped' }])
})

test('an undo after the e-mail was sent sends another', async () => {
  const order = await paidOrder()
  const { body } = await edit(order, { lines: [{ position: 1, size: '10-12', height: 150 }], tell_customer: true })
  await api.db.asService((tx) =>
    tx.updateTable('private.outbox').set({ state: 'sent' }).where('order_id', '=', order.id).execute(),
  )
  await call('undo-order-edit', { order_number: order.order_number, edit_id: body.edit_id })
  expect((await emails(order.id)).map(({ state }) => state)).toEqual(['sent', 'waiting'])
})

test('a change that was changed again cannot be undone, and the later one can', async () => {
  const order = await paidOrder()
  const first = await edit(order, { customer_name: 'Ruth' })
  const second = await edit(order, { customer_name: 'Naomi' }, 2)
  const undo = (edit_id: unknown) => call('undo-order-edit', { order_number: order.order_number, edit_id })
  expect(await undo(first.body.edit_id)).toMatchObject({ status: 409 })
  expect(await undo(second.body.edit_id)).toMatchObject({ status: 200 })
  expect(await undo(first.body.edit_id)).toMatchObject({ status: 200 })
  expect((await details(order.order_number)).order.customer_name).toBe('Ruth Moab')
})

test('of two owners who save at once, the second gets a conflict; an unchanged form changes nothing', {
  tags: ['N2'],
}, async () => {
  const order = await paidOrder()
  const responses = await Promise.all([edit(order, { notes: 'a' }), edit(order, { notes: 'b' })])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const { version, notes } = (await details(order.order_number)).order
  expect(await edit(order, { notes: String(notes) }, version)).toMatchObject({ status: 200, body: { edit_id: null } })
  expect((await details(order.order_number)).order.version).toBe(version)
})

test.each([
  [{ lines: [{ position: 0, size: '40' }] }, 'lines.0.size'],
  [{ lines: [{ position: 1, size: '12-14' }] }, 'lines.1.size'],
  [{ lines: [{ position: 5, size: '12-14' }] }, null],
  [{ lines: [{ position: 0, height: 139 }] }, null],
  [{ customer_email: 'ruth' }, null],
  [{ customer_email: 'ruth@example.com, evil@example.com' }, null],
  [{ gift_note: 'x'.repeat(201) }, null],
  [{ address: { shipping_address: '', shipping_city: 'x', shipping_postcode: 'x', shipping_country: 'GB' } }, null],
])('%j is refused, and nothing is changed', async (changes, field) => {
  const order = await paidOrder()
  const { status, body } = await edit(order, changes)
  expect(status).toBe(400)
  if (field) expect(body.details).toMatchObject([{ path: field }])
  expect((await details(order.order_number)).order.version).toBe(1)
})

test('a size that the order began with may be restored; one the garment no longer has may not', async () => {
  const order = await paidOrder()
  await edit(order, { lines: [{ position: 0, size: '12-14' }] })
  await api.db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ sizes: ['14-16'] })
      .execute(),
  )
  const { body } = await call(`order-sizes?order_number=${order.order_number}`)
  expect(body.sizes).toEqual([
    { position: 0, sizes: ['14-16', '10-12', '12-14'] },
    { position: 1, sizes: ['10-12'] },
  ])
  expect(await edit(order, { lines: [{ position: 0, size: '8-10' }] }, 2)).toMatchObject({ status: 400 })
  expect(await edit(order, { lines: [{ position: 0, size: '10-12' }] }, 2)).toMatchObject({ status: 200 })
})

test('a height is offered for the garments with a hem, and not for one without that was deleted, nor for samples', async () => {
  const order = await paidOrder()
  const { id: scarf } = await api.db.product({ kind: 'accessory' })
  const setSecond = (product_id: string) =>
    api.db.asService((tx) =>
      tx
        .updateTable('order_lines')
        .set({ product_id })
        .where('order_id', '=', order.id)
        .where('position', '=', 1)
        .execute(),
    )
  const hemmed = async () => (await call(`order-sizes?order_number=${order.order_number}`)).body.hemmed
  expect(await hemmed()).toEqual([0, 1])
  await setSecond(scarf)
  expect(await hemmed()).toEqual([0])
  await api.db.asService((tx) => tx.deleteFrom('products').where('id', '=', scarf).execute())
  expect(await hemmed()).toEqual([0])
  await setSecond('00000000-0000-4000-8000-0000000fab1c')
  expect(await hemmed()).toEqual([0])
})

test('another e-mail address takes the order out of its account, and links it to another account only on request', async () => {
  const [old, next] = [await api.db.user(), await api.db.user()]
  const order = await paidOrder({ customer_email: old.email })
  const owner = () =>
    api.db.asService((tx) =>
      tx.selectFrom('pre_orders').select('user_id').where('id', '=', order.id).executeTakeFirstOrThrow(),
    )
  expect(await owner()).toEqual({ user_id: old.id })
  const moved = await edit(order, { customer_email: next.email })
  expect([moved.body.has_account, await owner()]).toEqual([false, { user_id: null }])
  await call('undo-order-edit', { order_number: order.order_number, edit_id: moved.body.edit_id })
  expect(await owner()).toEqual({ user_id: old.id })
  const linked = await edit(order, { customer_email: next.email.toUpperCase(), link_account: true }, await versionOf())
  expect([linked.body.has_account, await owner()]).toEqual([true, { user_id: next.id }])

  async function versionOf() {
    return (await details(order.order_number)).order.version
  }
})

test('names and notes keep the joiners of Persian and of emoji, and an address may have no postcode', async () => {
  const order = await paidOrder({
    shipping_country: 'NG',
    shipping_city: 'Lagos',
    shipping_postcode: null,
    deliver_to: 'NG',
  })
  const written = { customer_name: 'نرگس می‌خواهم', notes: '👩‍🔧 ok 🏴󠁧󠁢󠁳󠁣󠁴󠁿', gift_note: '🌹'.repeat(200) }
  const address = {
    shipping_address: '7 Broad Street',
    shipping_city: 'Lagos',
    shipping_postcode: '',
    shipping_country: 'NG',
  }
  const marked = { ...written, customer_name: `\u202e${written.customer_name}\ufeff` }
  expect(await edit(order, { ...marked, address })).toMatchObject({ status: 200 })
  expect((await details(order.order_number)).order).toMatchObject({ ...written, shipping_address: '7 Broad Street' })
  expect(await edit(order, { gift_note: '🌹'.repeat(201) }, 2)).toMatchObject({ status: 400 })
})

test('another spelling of the same address keeps the account', async () => {
  const { id, email } = await api.db.user()
  const order = await paidOrder({ customer_email: email })
  await edit(order, { customer_email: email.toUpperCase() })
  const { user_id } = await api.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('user_id').where('id', '=', order.id).executeTakeFirstOrThrow(),
  )
  expect(user_id).toBe(id)
})

test('the owner’s change through /rest/v1 takes the order out of its account too', async () => {
  const { email } = await api.db.user()
  const order = await paidOrder({ customer_email: email })
  const { error } = await api
    .client(api.admin.token)
    .from('pre_orders')
    .update({ customer_email: 'other@example.com' })
    .eq('id', order.id)
  expect(error).toBeNull()
  const { user_id } = await api.db.asService((tx) =>
    tx.selectFrom('pre_orders').select('user_id').where('id', '=', order.id).executeTakeFirstOrThrow(),
  )
  expect(user_id).toBeNull()
})
