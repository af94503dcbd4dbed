import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hostile } from '#tests/fixtures/hostile-input.ts'
import { type OrderLettersShop, type PaidOrder, startOrderLettersShop } from '#tests/fixtures/order-letters-shop.ts'

let shop: OrderLettersShop
let admin: { id: string; token: string }

beforeAll(async () => {
  shop = await startOrderLettersShop()
  admin = await shop.user({ admin: true })
})
afterEach(() => shop.refuseRefunds(false))
afterAll(() => shop[Symbol.asyncDispose]())

const patient = { timeout: 30_000 }

type Refund = { id: string; amount: number; state: string; source: string; failure: string | null; reason: string }
type Money = {
  order_status: string
  payment_state: string
  refunded: number
  refundable: number
  needs_review: string | null
  refunds: Refund[]
  history: { by: string; said: string }[]
  refund_id?: string | null
}
type Answer = { status: number; body: Money & { code?: string; message?: string; details?: unknown } }

async function ask(path: string, { body, token = admin.token }: { body?: unknown; token?: string | null } = {}) {
  const response = await fetch(`${shop.url}/functions/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: shop.anonKey,
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: await response.json() } as Answer
}

function giveBack(order: PaidOrder, amount: number | string | null, more: object = {}) {
  return ask('refund-order', { body: { order_number: order.order_number, amount, reason: 'goodwill', ...more } })
}

function cancel(order: { order_number: string }, refund: boolean, more: object = {}) {
  return ask('cancel-order', { body: { order_number: order.order_number, refund, ...more } })
}

async function money(order: { order_number: string }): Promise<Money> {
  return (await ask(`order-money?order_number=${order.order_number}`)).body
}

function ledger(order: PaidOrder) {
  return shop.row<{ refunded_amount: number; refunds: Record<string, number> }>(
    'select refunded_amount, refunds from private.test_payment_sessions where id = $1',
    [order.sessionId],
  )
}

/** The subjects of the letters about money that were sent for an order. */
async function subjects(order: PaidOrder): Promise<string[]> {
  const letters = await shop.letters(order.id, 'order_refunded')
  return letters.filter(({ state }) => state === 'sent').map(({ data }) => String(data.refunded))
}

describe('only an administrator', () => {
  const calls: [string, unknown?][] = [
    ['order-money?order_number=TKW-NONE'],
    ['refund-order', { order_number: 'TKW-NONE', amount: 1, reason: 'other' }],
    ['cancel-order', { order_number: 'TKW-NONE', refund: true }],
  ]

  test.each(calls)('calls %s', async (path, body) => {
    const former = await shop.user({ admin: true })
    await shop.client(shop.serviceRoleKey).from('user_roles').delete().eq('user_id', former.id).throwOnError()
    const customer = await shop.user()
    for (const token of [null, shop.anonKey, shop.serviceRoleKey, 'not-a-token']) {
      expect((await ask(path, { body, token })).status).toBe(401)
    }
    for (const { token } of [customer, former]) expect((await ask(path, { body, token })).status).toBe(403)
    expect(await ask(path, { body })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test('a part, another part and the rest: the totals are the provider’s, and each is told once', async () => {
  const order = await shop.paidOrder()
  expect(await money(order)).toMatchObject({ payment_state: 'paid', refundable: 93.5, refunds: [] })
  for (const [amount, whole] of [
    [20, 20],
    ['10.05', 30.05],
    [null, 93.5],
  ] as const) {
    expect((await giveBack(order, amount)).status).toBe(200)
    await expect.poll(() => money(order), patient).toMatchObject({ refunded: whole, refundable: 93.5 - whole })
    expect((await ledger(order)).refunded_amount).toBe(Math.round(whole * 100))
    await expect.poll(() => subjects(order), patient).toContain(String(whole))
  }
  const after = await money(order)
  expect(after).toMatchObject({ payment_state: 'refunded', needs_review: null, order_status: 'pending' })
  expect(after.refunds.map(({ amount, state, source }) => [amount, state, source])).toEqual([
    [63.45, 'succeeded', 'shop'],
    [10.05, 'succeeded', 'shop'],
    [20, 'succeeded', 'shop'],
  ])
  expect(after.history.map(({ said }) => said)).toContain('£20.00 was to be given back.')
  expect(Object.keys((await ledger(order)).refunds).sort()).toEqual(after.refunds.map(({ id }) => id).sort())
  expect(await subjects(order)).toEqual(['20', '30.05', '93.5'])
  expect(await giveBack(order, 0.01)).toMatchObject({
    status: 400,
    body: { message: 'Nothing is left to give back.', details: { field: 'amount' } },
  })
})

test('twenty administrators press at once: what goes back is never more than what was paid', async () => {
  const order = await shop.paidOrder()
  const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(order, 30)))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]))
  await expect.poll(() => money(order), patient).toMatchObject({ refunded: 90, refundable: 3.5 })
  expect((await ledger(order)).refunded_amount).toBe(9000)
})

test('one press that arrives twenty times is one refund', async () => {
  const order = await shop.paidOrder()
  const request_id = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(order, 20, { request_id })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.refund_id}`))).toEqual(
    new Set([`200 ${request_id}`]),
  )
  await expect.poll(() => money(order), patient).toMatchObject({ refunded: 20 })
  expect((await money(order)).refunds).toHaveLength(1)
  expect((await ledger(order)).refunds).toEqual({ [request_id]: 2000 })
  const other = await shop.paidOrder()
  expect((await giveBack(other, 20, { request_id })).status).toBe(409)
})

test('money given back in the provider’s own pages counts, whenever it was', async () => {
  const order = await shop.paidOrder()
  await shop.refundElsewhere(order.sessionId, 4000)
  expect(await money(order)).toMatchObject({
    refundable: 53.5,
    refunds: [{ amount: 40, source: 'provider', state: 'succeeded' }],
  })
  expect(await giveBack(order, 53.51)).toMatchObject({
    status: 400,
    body: { message: 'At most £53.50 can still be given back.' },
  })
  expect((await giveBack(order, null)).status).toBe(200)
  await expect.poll(() => money(order), patient).toMatchObject({ payment_state: 'refunded', refunded: 93.5 })
})

test('what the provider’s own pages gave back meanwhile is no more owed: the rest is less, a part is refused and noted', async () => {
  const [rest, part] = [await shop.paidOrder(), await shop.paidOrder()]
  shop.refuseRefunds(true)
  await giveBack(rest, null)
  await giveBack(part, 60)
  for (const order of [rest, part]) {
    await expect.poll(() => attemptsOf(order), patient).toBe(1)
    await shop.refundElsewhere(order.sessionId, 4000)
  }
  shop.refuseRefunds(false)
  await shop.pass(1)
  await expect.poll(() => money(rest), patient).toMatchObject({ payment_state: 'refunded', refunded: 93.5 })
  await expect.poll(async () => (await refundOf(part)).state, patient).toBe('failed')
  expect(await refundOf(part)).toMatchObject({ failure: expect.stringContaining('Only £53.50') })
  expect(await money(part)).toMatchObject({ refunded: 40, needs_review: expect.stringContaining('Refund failed') })
  // Who asks anew has seen it.
  expect((await giveBack(part, 53.5)).body.needs_review).toBeNull()
  await expect.poll(() => money(part), patient).toMatchObject({ payment_state: 'refunded', needs_review: null })
})

test('a provider that is down is asked again, and its lost answer is no second refund', async () => {
  const order = await shop.paidOrder()
  shop.refuseRefunds(true)
  await giveBack(order, 20)
  await expect.poll(() => attemptsOf(order), patient).toBe(1)
  expect((await refundOf(order)).state).toBe('requested')
  shop.refuseRefunds('lost')
  await shop.pass(1)
  await expect.poll(() => attemptsOf(order), patient).toBe(2)
  // The attempt is counted before the provider is asked.
  await expect.poll(async () => Object.values((await ledger(order)).refunds), patient).toEqual([2000])
  await shop.pass(2)
  shop.refuseRefunds(false)
  await expect.poll(() => money(order), patient).toMatchObject({ refunded: 20, refunds: [{ state: 'succeeded' }] })
  expect(Object.values((await ledger(order)).refunds)).toEqual([2000])
})

test('a paid order is cancelled with its refund, once, and told in the right order', async () => {
  const order = await shop.paidOrder()
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(order, true, { reason: 'She asked' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expect
    .poll(() => money(order), patient)
    .toMatchObject({ order_status: 'cancelled', payment_state: 'refunded', needs_review: null })
  const after = await money(order)
  expect(after.refunds).toMatchObject([{ amount: 93.5, reason: 'cancelled' }])
  expect(after.history.map(({ said }) => said)).toContain('The order was cancelled with its refund. ‘She asked’')
  await expect.poll(() => subjects(order), patient).toEqual(['93.5'])
  const sent = shop.smtp.received
    .filter(({ messageId }) => messageId.includes(order.id))
    .map(({ messageId }) => messageId)
  expect(sent.findIndex((id) => id.includes('order_cancelled'))).toBeLessThan(
    sent.findIndex((id) => id.includes('order_refunded')),
  )
})

test('cancelled without a refund it is owed, until it is given back', async () => {
  const order = await shop.paidOrder()
  expect((await cancel(order, false)).body).toMatchObject({ order_status: 'cancelled', refundable: 93.5, refunds: [] })
  expect(await money(order)).toMatchObject({ needs_review: 'Refund owed: the order was cancelled' })
  await giveBack(order, null, { reason: 'cancelled' })
  await expect.poll(() => money(order), patient).toMatchObject({ payment_state: 'refunded', needs_review: null })
})

test('a refund of a cancellation waits while the order is taken up again', async () => {
  const order = await shop.paidOrder()
  shop.refuseRefunds(true)
  await cancel(order, true)
  await expect.poll(() => attemptsOf(order), patient).toBe(1)
  await shop
    .client(shop.serviceRoleKey)
    .from('pre_orders')
    .update({ order_status: 'processing' })
    .eq('id', order.id)
    .throwOnError()
  shop.refuseRefunds(false)
  await shop.pass(5)
  const other = await shop.paidOrder()
  await cancel(other, true)
  await expect.poll(() => money(other), patient).toMatchObject({ payment_state: 'refunded' })
  expect(await money(order)).toMatchObject({ payment_state: 'paid', refunds: [{ state: 'requested', held: true }] })
})

test('an order nobody paid is cancelled with its page; one that was paid meanwhile is a paid one', async () => {
  const open = await shop.openOrder()
  expect((await cancel(open, true)).body).toMatchObject({
    order_status: 'cancelled',
    payment_state: 'expired',
    refunds: [],
  })
  expect(await shop.letters(open.id)).toEqual([])
  const paid = await shop.openOrder()
  await shop.pay(paid)
  expect((await cancel(paid, true)).status).toBe(200)
  await expect.poll(() => money(paid), patient).toMatchObject({ order_status: 'cancelled', payment_state: 'refunded' })
})

test('what has left is not cancelled, and what cost nothing gives nothing back', async () => {
  const sent = await shop.paidOrder()
  await shop
    .client(shop.serviceRoleKey)
    .from('pre_orders')
    .update({ order_status: 'shipped' })
    .eq('id', sent.id)
    .throwOnError()
  expect(await cancel(sent, true)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const free = await shop.db.order({
    product_price: 0,
    final_amount: 0,
    payment_state: 'paid',
    payment_status: 'paid',
    paid_at: new Date(),
    payment_session_id: 'cs_test_free',
    customer_email: 'ruth@example.com',
  })
  expect((await cancel(free, true)).body).toMatchObject({ order_status: 'cancelled', needs_review: null, refunds: [] })
  expect(await giveBack({ ...free, sessionId: '' }, 1)).toMatchObject({ status: 409 })
})

test('while a bank looks into a payment nothing is given back', async () => {
  const order = await shop.paidOrder()
  await shop.row(`update public.pre_orders set payment_state = 'disputed' where id = $1`, [order.id])
  expect(await money(order)).toMatchObject({ refundable: 0, not_refundable: 'disputed' })
  expect(await giveBack(order, 1)).toMatchObject({ status: 409 })
  expect((await cancel(order, true)).body).toMatchObject({ order_status: 'cancelled', refunds: [] })
})

test.each([['12.345'], ['1e2'], ['-5'], [0], ['0'], [-1], ['twelve'], ['12,50'], [Number.MAX_SAFE_INTEGER], ['']])(
  'the amount %j is refused at its field',
  async (amount) => {
    const order = await shop.paidOrder()
    expect(await giveBack(order, amount)).toMatchObject({ status: 400, body: { details: { field: 'amount' } } })
    expect((await money(order)).refunds).toEqual([])
  },
)

test('whatever is sent, the answer is never a fault', async () => {
  const { order_number } = await shop.paidOrder()
  for (const [path, good] of [
    ['refund-order', { order_number, amount: 1, reason: 'other', note: 'a', request_id: crypto.randomUUID() }],
    ['cancel-order', { order_number, reason: 'a', refund: false, request_id: crypto.randomUUID() }],
  ] as const) {
    for (const body of ['', '{', 'null', '[]', '1', JSON.stringify({ ...good, reason: undefined, refund: 'yes' })]) {
      expect((await ask(path, { body })).status).toBe(400)
    }
    for (const field of Object.keys(good)) {
      for (const value of hostile) {
        const rest = JSON.stringify({ ...good, order_number: 'TKW-NONE', [field]: undefined }).slice(0, -1)
        const { status } = await ask(path, { body: `${rest},"${field}":${value}}` })
        expect([field, value.slice(0, 60), [400, 404, 413].includes(status)]).toEqual([field, value.slice(0, 60), true])
      }
    }
  }
  for (const value of ['%00', '%ED%A0%80', 'x'.repeat(41), '', '%E0%A4']) {
    expect((await ask(`order-money?order_number=${value}`)).status).toBeLessThan(500)
  }
})

async function refundOf(order: PaidOrder): Promise<Refund> {
  const found = (await money(order)).refunds.find(({ source }) => source === 'shop')
  expect(found).toBeDefined()
  return found as Refund
}

async function attemptsOf(order: PaidOrder): Promise<number> {
  const { attempts } = await shop.row<{ attempts: number }>(
    `select attempts from private.refunds where order_id = $1 and source = 'shop'`,
    [order.id],
  )
  return attempts
}
