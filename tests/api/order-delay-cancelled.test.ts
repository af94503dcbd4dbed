import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Delays, startDelays } from '#tests/fixtures/order-delays.ts'
import type { OrderEmailsShop } from '../fixtures/order-emails-shop.ts'

/** The outbox and the refunds are swept every second. */
const longPoll = { timeout: 10_000 }
const shopAddress = 'hello@thekindredwardrobe.co.uk'

let delays: Delays
let shop: OrderEmailsShop

beforeAll(async () => {
  delays = await startDelays()
  shop = delays.shop
})
afterAll(() => delays[Symbol.asyncDispose]())
beforeEach(() => shop.refuseRefunds(false))

test('twenty simultaneous cancellations cancel once, refund everything once, and notify both sides', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order)
  await shop.pass(2)
  await expect.poll(() => shop.emails(order.id, 'order_delayed'), longPoll).toMatchObject([{ state: 'sent' }])
  const responses = await Promise.all(Array.from({ length: 20 }, () => delays.answer(token, 'cancel')))
  expect(responses.every(({ status, body }) => status === 200 && body.state === 'cancelled')).toBe(true)
  await expect
    .poll(() => delays.read(order.id), longPoll)
    .toMatchObject({
      order_status: 'cancelled',
      provider_state: 'refunded',
      refunded_amount: '93.50',
      review_notes: [],
    })
  const { refunds } = await shop.row<{ refunds: object }>(
    'select refunds from private.test_payment_sessions where id = $1',
    [order.sessionId],
  )
  expect(Object.values(refunds)).toEqual([9350])
  await shop.pass(1)
  await expect
    .poll(async () => (await shop.emails(order.id)).map(({ kind, state }) => `${kind} ${state}`).sort(), longPoll)
    .toEqual(['order_cancelled sent', 'order_choice_made sent', 'order_delayed sent', 'order_refunded sent'])
  expect((await delays.answer(token, 'keep')).body.state).toBe('cancelled')
  expect(await delays.emailsToShop(order.id)).toEqual([[shopAddress, 'cancel']])
})

test('a delay announced during production can be cancelled until dispatch', async () => {
  const order = await shop.paidOrder()
  await delays.setOrder(order.id, { order_status: 'processing' })
  const token = await delays.delayed(order)
  expect((await delays.look(token)).body.state).toBe('open')
  expect((await delays.answer(token, 'cancel')).body.state).toBe('cancelled')
  expect(await delays.read(order.id)).toMatchObject({ order_status: 'cancelled' })
})

test('an earlier refund is not repeated', async () => {
  const order = await shop.paidOrder()
  await shop.row(
    `update private.test_payment_sessions set refunded_amount = 2000, refunds = '{"by hand": 2000}' where id = $1`,
    [order.sessionId],
  )
  await delays.answer(await delays.delayed(order), 'cancel')
  await expect.poll(() => delays.read(order.id), longPoll).toMatchObject({ refunded_amount: '93.50' })
})

test('keep and cancel at the same moment: one of them counts', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      delays.answer(token, at % 2 ? 'keep' : 'cancel').then(({ body }) => body.state),
    ),
  )
  expect(new Set(responses).size).toBe(1)
  expect(await delays.emailsToShop(order.id)).toHaveLength(1)
})

test('a refund the provider refuses is shown to the owner as owed, and is made later, once', async () => {
  const order = await shop.paidOrder()
  const odd = { kind: 'other', words: 'The address looks odd' } as const
  await shop.db.note(order.id, odd)
  const token = await delays.delayed(order)
  shop.refuseRefunds(true)
  expect((await delays.answer(token, 'cancel')).body.state).toBe('cancelled')
  const attempts = () =>
    shop.row<{ attempts: number }>('select attempts from private.refunds where order_id = $1', [order.id])
  await expect.poll(attempts, longPoll).toEqual({ attempts: 1 })
  expect(await delays.read(order.id)).toMatchObject({
    order_status: 'cancelled',
    provider_state: 'paid',
    review_notes: [odd, { kind: 'refund_owed_after_delay' }],
  })
  await shop.pass(1)
  await expect.poll(attempts, longPoll).toEqual({ attempts: 2 })
  shop.refuseRefunds(false)
  await shop.pass(2)
  await expect
    .poll(() => delays.read(order.id), longPoll)
    .toMatchObject({
      provider_state: 'refunded',
      review_notes: [odd],
    })
})

test('the refund of an order revived before it was sent waits for the owner', async () => {
  const order = await shop.paidOrder()
  const token = await delays.delayed(order)
  shop.refuseRefunds(true)
  expect((await delays.answer(token, 'cancel')).body.state).toBe('cancelled')
  const attempts = () =>
    shop.row<{ tries: number }>(`select attempts as tries from private.refunds where order_id = $1`, [order.id])
  await expect.poll(async () => (await attempts()).tries, longPoll).toBe(1)
  await delays.setOrder(order.id, { order_status: 'processing' })
  shop.refuseRefunds(false)
  await shop.pass(5)
  const other = await shop.paidOrder()
  expect((await delays.answer(await delays.delayed(other), 'cancel')).body.state).toBe('cancelled')
  await expect.poll(async () => (await delays.read(other.id)).provider_state, longPoll).toBe('refunded')
  expect(await delays.read(order.id)).toMatchObject({
    provider_state: 'paid',
    review_notes: [{ kind: 'refund_owed_after_delay' }],
  })
  await delays.setOrder(order.id, { order_status: 'cancelled' })
  await expect.poll(async () => (await delays.read(order.id)).provider_state, longPoll).toBe('refunded')
})

test('what was added to an order that its customer cancels after a delay is cancelled and refunded with it', async () => {
  const [order, added] = [await shop.paidOrder(), await shop.paidOrder()]
  await shop.row('insert into private.joined_orders (order_id, origin_id) values ($1, $2) returning order_id', [
    added.id,
    order.id,
  ])
  const token = await delays.delayed(order)
  expect((await delays.answer(token, 'cancel')).body.state).toBe('cancelled')
  await expect
    .poll(() => delays.read(added.id), longPoll)
    .toMatchObject({ order_status: 'cancelled', provider_state: 'refunded' })
  expect(await delays.read(order.id)).toMatchObject({ order_status: 'cancelled' })
})
