import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#platform/database/db.ts'
import { callFunction } from '#tests/fixtures/account-data.ts'
import { type AccountsApi, startAccountsApi } from '#tests/fixtures/accounts-api.ts'
import { paidThroughProvider } from '#tests/fixtures/paid-through-provider.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { startMinute } from '#tests/fixtures/start-minute.ts'
import { undoEdit } from './edit-order.ts'

let api: AccountsApi

beforeAll(async () => {
  api = await startAccountsApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const read = <Value>(work: (tx: Tx) => Promise<Value>) => api.db.asService(work)

const home = {
  shipping_address: '7 Chapel Lane\nFlat 2',
  shipping_city: 'York',
  shipping_postcode: 'YO1 7HH',
  shipping_country: 'GB',
}

/** A paid order of one dress that is made in two sizes. */
async function paidOrder(email = `${crypto.randomUUID()}@example.com`) {
  const { id, order_number: number } = await paidThroughProvider(api, { userId: null, email })
  await read(async (tx) => {
    await tx.deleteFrom('order_lines').where('order_id', '=', id).execute()
    const product = await tx
      .insertInto('products')
      .values({
        name: 'Mary Dress',
        slug: `mary-${id}`,
        price: pounds(89),
        sizes: ['10-12', '12-14'],
        length: '143 cm',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = { order_id: id, product_id: product.id, slug: 'mary', name: 'Mary Dress', size: '10-12' }
    await tx
      .insertInto('order_lines')
      .values({ ...line, position: 0, unit_price: pounds(89), quantity: 1, dispatch_by: '2030-01-01' })
      .execute()
  })
  const token = api.orderLinks.pathOf({ id, linkVersion: 1 }).slice('/order/'.length)
  return { id, number, token, email }
}

type Answer = { status: number; body: { code?: string; message?: string; details?: unknown; [name: string]: unknown } }

function call(path: string, body: object): Promise<Answer> {
  return callFunction<Answer['body']>(api, { path, token: undefined, body })
}

const begin = (id: string) =>
  read((tx) => tx.updateTable('pre_orders').set({ order_status: 'processing' }).where('id', '=', id).execute())

async function stateOf(id: string) {
  return read(async (tx) => ({
    order: await tx
      .selectFrom('pre_orders')
      .select(['order_status', 'gift_note', 'product_size', 'shipping_address', 'shipping_city', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    line: await tx
      .selectFrom('order_lines')
      .select(['size', 'height_cm', 'heel_cm'])
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow(),
    edits: await tx
      .selectFrom('private.order_events')
      .selectAll()
      .where('order_id', '=', id)
      .where('kind', '=', 'edited')
      .execute(),
    emails: await tx
      .selectFrom('private.outbox')
      .select(['kind', 'cause', 'recipient', 'data'])
      .where('order_id', '=', id)
      .where('kind', 'in', ['order_changed', 'order_address_code'])
      .orderBy('created_at')
      .execute(),
  }))
}

/** The code of the newest e-mail, as the template writes it. */
async function codeOf(id: string): Promise<string> {
  const { emails } = await stateOf(id)
  const sent = emails.filter(({ kind }) => kind === 'order_address_code').at(-1)
  const email = await api.orderEmails.order_address_code?.({ ...sent, orderId: id } as never)
  return /\b\d{6}\b/.exec(email?.subject ?? '')?.[0] ?? ''
}

test('the customer changes size, height and gift note, with one history entry and one e-mail', async () => {
  const { id, token, email } = await paidOrder()
  const lines = [{ position: 0, size: '12-14', height: 168, heel: 5 }]
  const { status, body } = await call('change-order', { token, gift_note: ' For you ', lines })
  expect([status, body]).toEqual([200, { changed: true }])
  const { order, line, edits, emails } = await stateOf(id)
  expect(order).toMatchObject({ gift_note: 'For you', product_size: '12-14' })
  expect(line).toEqual({ size: '12-14', height_cm: 168, heel_cm: 5 })
  expect(edits).toMatchObject([{ party: 'customer', actor: null }])
  expect(emails).toMatchObject([{ kind: 'order_changed', cause: edits[0]?.change, recipient: email }])
  expect((await call('change-order', { token, gift_note: 'For you', lines })).body).toEqual({ changed: false })
  expect((await stateOf(id)).emails).toHaveLength(1)
})

test('a garment without a hem has no height to change', async () => {
  const { id, token } = await paidOrder()
  const { id: scarf } = await api.db.product({ kind: 'accessory', sizes: ['8-10', '12-14'] })
  await read((tx) => tx.updateTable('order_lines').set({ product_id: scarf }).where('order_id', '=', id).execute())
  const lines = [{ position: 0, size: '12-14', height: 168, heel: 5 }]
  expect((await call('change-order', { token, lines })).body).toEqual({ changed: true })
  expect((await stateOf(id)).line).toEqual({ size: '12-14', height_cm: null, heel_cm: null })
})

test('once production has started nothing is changed, whatever the request', async () => {
  const { id, token } = await paidOrder()
  await call('change-address', { token, ...home })
  const code = await codeOf(id)
  await begin(id)
  const before = await stateOf(id)
  const begun = { status: 409, body: { details: { reason: 'begun' } } }
  expect(await call('change-order', { token, lines: [{ position: 0, height: 150 }] })).toMatchObject(begun)
  expect(await call('change-address', { token, ...home })).toMatchObject(begun)
  expect(await call('confirm-address', { token, code })).toMatchObject(begun)
  expect(await stateOf(id)).toEqual(before)
})

test('of a change and the beginning of production at once, one comes first and neither is lost', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, token } = await paidOrder()
    const { version } = (await stateOf(id)).order
    const startMaking = () =>
      read((tx) =>
        tx
          .updateTable('pre_orders')
          .set({ order_status: 'processing' })
          .where('id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst(),
      )
    const change = () => call('change-order', { token, lines: [{ position: 0, size: '12-14' }] })
    const [changed, begun] =
      round % 2
        ? await Promise.all([change(), startMaking()])
        : (([made, first]) => [first, made] as const)(await Promise.all([startMaking(), change()]))
    const { order, line, emails } = await stateOf(id)
    // The owner's save names the version that was seen, so that nothing is begun with the old size.
    const isBegun = begun.numUpdatedRows === 1n
    expect([changed.status, order.order_status, line.size, emails.length]).toEqual(
      isBegun ? [409, 'processing', '10-12', 0] : [200, 'pending', '12-14', 1],
    )
  }
})

test('a new address needs the code of the e-mail, once, within the zone', async () => {
  const { id, token, email } = await paidOrder()
  expect(
    await call('change-address', { token, ...home, shipping_country: 'DE', shipping_postcode: '10115' }),
  ).toMatchObject({ status: 400, body: { details: [{ path: 'shipping_country' }] } })
  const [first, again] = await Promise.all([1, 2].map(() => call('change-address', { token, ...home })))
  expect([first?.body, again?.body]).toEqual([{ is_sent: true }, { is_sent: true }])
  const { emails, order } = await stateOf(id)
  expect(emails.map(({ kind, recipient }) => [kind, recipient])).toEqual([['order_address_code', email]])
  expect(order.shipping_city).not.toBe('York')
  expect(JSON.stringify(emails)).not.toContain(await codeOf(id))
  const page = await fetch(`${api.url}/functions/v1/order-page?token=${token}`)
  const { changeable } = (await page.json()) as { changeable: { waiting_address: object } }
  expect(changeable.waiting_address).toEqual(home)

  const code = await codeOf(id)
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await call('confirm-address', { token, code: wrong })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'code', message: expect.stringContaining('4 tries left') }] },
  })
  const responses = await Promise.all([1, 2, 3].map(() => call('confirm-address', { token, code })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const after = await stateOf(id)
  expect(after.order).toMatchObject({ shipping_address: '7 Chapel Lane\nFlat 2', shipping_city: 'York' })
  expect(after.edits).toHaveLength(1)
  expect(after.emails.map(({ kind }) => kind)).toEqual(['order_address_code', 'order_changed'])
})

test('an order of a shop that may not deliver to Northern Ireland is not sent there by a new address', async () => {
  const belfast = { ...home, shipping_city: 'Belfast', shipping_postcode: 'bt1 5gs' }
  const { id, token } = await paidOrder()
  expect((await call('change-address', { token, ...belfast })).body).toEqual({ is_sent: true })
  const code = await codeOf(id)
  await read((tx) => tx.updateTable('pre_orders').set({ delivers_to_ni: false }).where('id', '=', id).execute())
  expect((await call('confirm-address', { token, code })).status).toBe(400)
  // The postcode decides, also under the country of an island with British postcodes.
  for (const shipping_country of ['GB', 'JE']) {
    expect(await call('change-address', { token, ...belfast, shipping_country })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'shipping_postcode', message: expect.stringContaining('Northern Ireland') }] },
    })
  }
  expect((await stateOf(id)).order.shipping_city).not.toBe('Belfast')
})

test('five wrong codes end a code, also when they are tried at once, and a day has five codes', async () => {
  const { id, token } = await paidOrder()
  for (const town of ['York', 'Leeds', 'Hull', 'Ripon', 'Selby']) {
    expect((await call('change-address', { token, ...home, shipping_city: town })).body).toEqual({ is_sent: true })
  }
  expect((await call('change-address', { token, ...home })).status).toBe(429)
  const code = await codeOf(id)
  const wrong = ['111111', '222222', '333333', '444444', '555555', '666666'].filter((each) => each !== code).slice(0, 5)
  await Promise.all(wrong.map((each) => call('confirm-address', { token, code: each })))
  expect(await call('confirm-address', { token, code })).toMatchObject({ status: 400 })
  expect((await stateOf(id)).order.shipping_city).not.toBe('Selby')
})

test('a code ends after twenty minutes, and confirms no other address and no other order', async () => {
  const [hers, other] = [await paidOrder(), await paidOrder()]
  await call('change-address', { token: hers.token, ...home })
  const early = await codeOf(hers.id)
  await call('change-address', { token: hers.token, ...home, shipping_city: 'Hull' })
  await call('change-address', { token: other.token, ...home })
  if (early !== (await codeOf(hers.id))) {
    expect((await call('confirm-address', { token: hers.token, code: early })).status).toBe(400)
  }
  const code = await codeOf(hers.id)
  if (code !== (await codeOf(other.id))) {
    expect((await call('confirm-address', { token: other.token, code })).status).toBe(400)
  }
  await read((tx) =>
    tx
      .updateTable('private.address_codes')
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where('order_id', '=', hers.id)
      .execute(),
  )
  expect((await call('confirm-address', { token: hers.token, code })).status).toBe(400)
  expect((await stateOf(hers.id)).order.shipping_city).not.toBe('Hull')
})

test.each(['change-order', 'change-address', 'confirm-address'])('%s needs the link of the order', async (path) => {
  const { id, token } = await paidOrder()
  const body = { ...home, lines: [{ position: 0, height: 150 }], code: '123456' }
  for (const wrong of ['', 'x', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'A'.repeat(48)]) {
    expect((await call(path, { ...body, token: wrong })).status).toBe(404)
  }
  await read((tx) => tx.updateTable('pre_orders').set({ link_version: 2 }).where('id', '=', id).execute())
  expect((await call(path, { ...body, token })).status).toBe(404)
})

test.each([
  [{ lines: [{ position: 0, size: '40' }] }],
  [{ lines: [{ position: 3, height: 170 }] }],
  [{ lines: [{ position: 0, height: 139 }] }],
  [{ lines: [{ position: 0, height: 168.5 }] }],
  [{ lines: [{ position: 0, heel: 13 }] }],
  [{ gift_note: 'x'.repeat(201) }],
])('%j is refused, and nothing is changed', async (body) => {
  const { id, token } = await paidOrder()
  const before = await stateOf(id)
  expect((await call('change-order', { token, ...body })).status).toBe(400)
  expect(await stateOf(id)).toEqual(before)
})

test('a customer cannot change name, e-mail, notes or cancelled pieces with a link', async () => {
  const { id, token } = await paidOrder()
  const body = {
    customer_email: 'evil@example.com',
    customer_name: 'Evil',
    notes: 'x',
    lines: [{ position: 0, cancelled: 1, quantity: 9 }],
  }
  expect((await call('change-order', { token, ...body })).body).toEqual({ changed: false })
  expect((await stateOf(id)).edits).toEqual([])
})

test('a cancelled, refunded or unpaid order is not changed', async () => {
  for (const set of [{ order_status: 'cancelled' }, { provider_state: 'refunded' }]) {
    const { id, token } = await paidOrder()
    await read((tx) => tx.updateTable('pre_orders').set(set).where('id', '=', id).execute())
    expect((await call('change-order', { token, gift_note: 'x' })).status).toBe(409)
  }
  const { id, token } = await paidOrder()
  const unpaid = { payment_status: 'pending', paid_at: null, provider_state: 'open' }
  await read((tx) => tx.updateTable('pre_orders').set(unpaid).where('id', '=', id).execute())
  expect((await call('change-order', { token, gift_note: 'x' })).status).toBe(404)
})

test('the owner can undo what the customer changed', async () => {
  const { id, number, token } = await paidOrder()
  await call('change-order', { token, lines: [{ position: 0, size: '12-14' }] })
  const editId = (await stateOf(id)).edits[0]?.change ?? ''
  const { id: userId } = await api.db.user({ admin: true })
  await read((tx) => undoEdit(tx, { orderNumber: number, editId, userId }))
  expect((await stateOf(id)).line.size).toBe('10-12')
})

test('one network makes few changes in a short time', async () => {
  await using limited = await startAccountsApi({ rateLimits: true, db: api.db })
  await startMinute(api.db)
  const ask = () => callFunction(limited, { path: 'change-order', token: undefined, body: { token: 'x' } })
  const responses = await Promise.all(Array.from({ length: 45 }, ask))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404, 429]))
})
