import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hostile } from '#tests/fixtures/hostile-input.ts'
import type { OrderEmailsShop } from '../fixtures/order-emails-shop.ts'
import { type RefundsShop, startRefundsShop } from '../fixtures/refunds-shop.ts'

let desk: RefundsShop
let shop: OrderEmailsShop

beforeAll(async () => {
  desk = await startRefundsShop()
  shop = desk.shop
})
afterEach(() => shop.refuseRefunds(false))
afterAll(() => desk[Symbol.asyncDispose]())

const longPoll = { timeout: 30_000 }

describe('administrators only', () => {
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
      expect((await desk.ask(path, { body, token })).status).toBe(401)
    }
    for (const { token } of [customer, former]) expect((await desk.ask(path, { body, token })).status).toBe(403)
    expect(await desk.ask(path, { body })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test('a part, another part and the rest: the provider’s totals match, and each refund is e-mailed once', async () => {
  const order = await shop.paidOrder()
  expect(await desk.money(order)).toMatchObject({ provider_state: 'paid', refundable_pence: 9350, refunds: [] })
  for (const [amount, whole] of [
    [20, 20],
    ['10.05', 30.05],
    [null, 93.5],
  ] as const) {
    expect((await desk.giveBack(order, amount)).status).toBe(200)
    await expect
      .poll(() => desk.money(order), longPoll)
      .toMatchObject({ refunded_pence: Math.round(whole * 100), refundable_pence: 9350 - Math.round(whole * 100) })
    expect((await desk.ledger(order)).refunded_amount).toBe(Math.round(whole * 100))
    await expect.poll(() => desk.subjects(order), longPoll).toContain(String(whole))
  }
  const after = await desk.money(order)
  expect(after).toMatchObject({ provider_state: 'refunded', review_notes: [], order_status: 'pending' })
  expect(after.refunds.map(({ amount_pence, state, source }) => [amount_pence, state, source])).toEqual([
    [6345, 'succeeded', 'shop'],
    [1005, 'succeeded', 'shop'],
    [2000, 'succeeded', 'shop'],
  ])
  expect(after.history.map(({ said }) => said)).toContain('A refund of £20.00 was requested.')
  expect(Object.keys((await desk.ledger(order)).refunds).sort()).toEqual(after.refunds.map(({ id }) => id).sort())
  expect(await desk.subjects(order)).toEqual(['20', '30.05', '93.5'])
  expect(await desk.giveBack(order, 0.01)).toMatchObject({
    status: 400,
    body: { message: 'There is nothing left to refund.', details: [{ path: 'amount' }] },
  })
})

test('twenty administrators refund at once: the refunds never exceed the payment', async () => {
  const order = await shop.paidOrder()
  const responses = await Promise.all(Array.from({ length: 20 }, () => desk.giveBack(order, 30)))
  expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 400]))
  await expect.poll(() => desk.money(order), longPoll).toMatchObject({ refunded_pence: 9000, refundable_pence: 350 })
  expect((await desk.ledger(order)).refunded_amount).toBe(9000)
})

test('one request that arrives twenty times is one refund', async () => {
  const order = await shop.paidOrder()
  const request_id = crypto.randomUUID()
  const responses = await Promise.all(Array.from({ length: 20 }, () => desk.giveBack(order, 20, { request_id })))
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.refund_id}`))).toEqual(
    new Set([`200 ${request_id}`]),
  )
  await expect.poll(() => desk.money(order), longPoll).toMatchObject({ refunded_pence: 2000 })
  expect((await desk.money(order)).refunds).toHaveLength(1)
  expect((await desk.ledger(order)).refunds).toEqual({ [request_id]: 2000 })
  const other = await shop.paidOrder()
  expect((await desk.giveBack(other, 20, { request_id })).status).toBe(409)
})

test('a refund in the provider’s dashboard counts, whenever it was made', async () => {
  const order = await shop.paidOrder()
  await shop.refundElsewhere(order.sessionId, 4000)
  expect(await desk.money(order)).toMatchObject({
    refundable_pence: 5350,
    refunds: [{ amount_pence: 4000, source: 'provider', state: 'succeeded' }],
  })
  expect(await desk.giveBack(order, 53.51)).toMatchObject({
    status: 400,
    body: { message: 'At most £53.50 can still be refunded.' },
  })
  expect((await desk.giveBack(order, null)).status).toBe(200)
  await expect
    .poll(() => desk.money(order), longPoll)
    .toMatchObject({ provider_state: 'refunded', refunded_pence: 9350 })
})

test('a dashboard refund reduces what is left: "the rest" is less, and a part beyond it is refused and noted', async () => {
  const [rest, part] = [await shop.paidOrder(), await shop.paidOrder()]
  shop.refuseRefunds(true)
  await desk.giveBack(rest, null)
  await desk.giveBack(part, 60)
  for (const order of [rest, part]) {
    await expect.poll(() => desk.attemptsOf(order), longPoll).toBe(1)
    await shop.refundElsewhere(order.sessionId, 4000)
  }
  shop.refuseRefunds(false)
  await shop.pass(1)
  await expect
    .poll(() => desk.money(rest), longPoll)
    .toMatchObject({ provider_state: 'refunded', refunded_pence: 9350 })
  await expect.poll(async () => (await desk.refundOf(part)).state, longPoll).toBe('failed')
  expect(await desk.refundOf(part)).toMatchObject({ failure: expect.stringContaining('Only £53.50') })
  expect(await desk.money(part)).toMatchObject({ refunded_pence: 4000, review_notes: [{ kind: 'refund_refused' }] })
  // A new refund removes the note.
  expect((await desk.giveBack(part, 53.5)).body.review_notes).toEqual([])
  await expect.poll(() => desk.money(part), longPoll).toMatchObject({ provider_state: 'refunded', review_notes: [] })
})

test('a provider that is down gets the request again, and a lost response causes no second refund', async () => {
  const order = await shop.paidOrder()
  shop.refuseRefunds(true)
  await desk.giveBack(order, 20)
  await expect.poll(() => desk.attemptsOf(order), longPoll).toBe(1)
  expect((await desk.refundOf(order)).state).toBe('requested')
  shop.refuseRefunds('lost')
  await shop.pass(1)
  await expect.poll(() => desk.attemptsOf(order), longPoll).toBe(2)
  // The attempt is counted before the provider is called.
  await expect.poll(async () => Object.values((await desk.ledger(order)).refunds), longPoll).toEqual([2000])
  await shop.pass(2)
  shop.refuseRefunds(false)
  await expect
    .poll(() => desk.money(order), longPoll)
    .toMatchObject({ refunded_pence: 2000, refunds: [{ state: 'succeeded' }] })
  expect(Object.values((await desk.ledger(order)).refunds)).toEqual([2000])
})

test('an open dispute prevents refunds', async () => {
  const order = await shop.paidOrder()
  await shop.row(`update public.pre_orders set provider_state = 'disputed' where id = $1`, [order.id])
  expect(await desk.money(order)).toMatchObject({ refundable_pence: 0, not_refundable: 'disputed' })
  expect(await desk.giveBack(order, 1)).toMatchObject({ status: 409 })
  expect((await desk.cancel(order, true)).body).toMatchObject({ order_status: 'cancelled', refunds: [] })
})

test.each([['12.345'], ['1e2'], ['-5'], [0], ['0'], [-1], ['twelve'], ['12,50'], [Number.MAX_SAFE_INTEGER], ['']])(
  'the amount %j is refused at its field',
  async (amount) => {
    const order = await shop.paidOrder()
    expect(await desk.giveBack(order, amount)).toMatchObject({ status: 400, body: { details: [{ path: 'amount' }] } })
    expect((await desk.money(order)).refunds).toEqual([])
  },
)

test('returns no 5xx, whatever the body', async () => {
  const { order_number } = await shop.paidOrder()
  for (const [path, good] of [
    ['refund-order', { order_number, amount: 1, reason: 'other', note: 'a', request_id: crypto.randomUUID() }],
    ['cancel-order', { order_number, reason: 'a', refund: false, request_id: crypto.randomUUID() }],
  ] as const) {
    for (const body of ['', '{', 'null', '[]', '1', JSON.stringify({ ...good, reason: undefined, refund: 'yes' })]) {
      expect((await desk.ask(path, { body })).status).toBe(400)
    }
    for (const field of Object.keys(good)) {
      for (const value of hostile) {
        const rest = JSON.stringify({ ...good, order_number: 'TKW-NONE', [field]: undefined }).slice(0, -1)
        const { status } = await desk.ask(path, { body: `${rest},"${field}":${value}}` })
        expect([field, value.slice(0, 60), [400, 404, 413].includes(status)]).toEqual([field, value.slice(0, 60), true])
      }
    }
  }
  for (const value of ['%00', '%ED%A0%80', 'x'.repeat(41), '', '%E0%A4']) {
    expect((await desk.ask(`order-money?order_number=${value}`)).status).toBeLessThan(500)
  }
}, 60_000)
