import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import type { SessionRequest } from '../provider.ts'
import { completeSession } from './ledger.ts'
import { createTestProvider } from './test-provider.ts'

const secret = 'a secret for signing'
const customer = {
  name: 'Ruth',
  email: 'ruth@example.com',
  phone: null,
  address: { line1: '1 Row', line2: null, city: 'Leeds', postcode: 'LS1 4AP', country: 'GB' },
}

function request(changes: Partial<SessionRequest> = {}): SessionRequest {
  const orderId = randomUUID()
  return {
    orderId,
    orderNumber: 'TKW-000000',
    lines: [{ name: 'Mary Dress', size: '8-10', unitPence: 8900, quantity: 2, imageUrl: null }],
    discount: { label: '10 %', amountPence: 1780 },
    deliveryOptions: [{ id: 'post', label: 'Post', pricePence: 450, transit: '2 days' }],
    countries: ['GB'],
    idempotencyKey: orderId,
    expiresAt: new Date(Date.now() + 3_600_000),
    successUrl: 'http://shop.test/checkout/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://shop.test/shop',
    dispatchNote: 'Soon',
    ...changes,
  }
}

function providerOf(db: TestDatabase) {
  return createTestProvider({ db, secret, siteUrl: 'http://shop.test' })
}

test('concurrent calls with one key get the same page, and another request under that key is refused', async () => {
  await using db = await testDatabase()
  const provider = providerOf(db)
  const sessionRequest = request()
  const pages = await Promise.all(Array.from({ length: 20 }, () => provider.createSession(sessionRequest)))
  expect(new Set(pages.map((page) => page.url)).size).toBe(1)
  expect(pages[0]?.expiresAt).toEqual(sessionRequest.expiresAt)
  await expect(provider.createSession({ ...sessionRequest, countries: ['FR'] })).rejects.toThrow('Another payment page')
})

test('a record has the amounts of the ledger', async () => {
  await using db = await testDatabase()
  const provider = providerOf(db)
  const sessionRequest = request()
  const { id } = await provider.createSession(sessionRequest)
  expect(await provider.getSession(id)).toMatchObject({
    orderId: sessionRequest.orderId,
    status: 'open',
    paymentStatus: 'unpaid',
    subtotalPence: 17_800,
    discountPence: 1_780,
    totalPence: null,
    customer: null,
  })
  const delivery = { id: 'post', pricePence: 450 }
  const tries = Array.from({ length: 10 }, () => db.asService((tx) => completeSession(tx, { id, delivery, customer })))
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
  expect(await provider.getSession(id)).toMatchObject({
    status: 'complete',
    paymentStatus: 'paid',
    deliveryPence: 450,
    totalPence: 16_470,
    customer,
  })
  expect(await provider.expireSession(id)).toMatchObject({ status: 'complete' })
})

test('a page expires by the shop’s clock or by request, and cannot be paid afterwards', async () => {
  await using db = await testDatabase()
  const provider = providerOf(db)
  const over = await provider.createSession(request({ expiresAt: new Date(Date.now() - 1) }))
  expect(await provider.getSession(over.id)).toMatchObject({ status: 'expired', paymentStatus: 'unpaid' })
  const closed = await provider.createSession(request())
  for (const _ of [1, 2]) expect(await provider.expireSession(closed.id)).toMatchObject({ status: 'expired' })
  const delivery = { id: 'post', pricePence: 450 }
  for (const { id } of [over, closed]) {
    expect(await db.asService((tx) => completeSession(tx, { id, delivery, customer }))).toBe(false)
  }
  expect(await provider.expireSession(`cs_test_${'x'.repeat(32)}`)).toBeNull()
})

test('a refund is made once per key and never exceeds what was paid', async () => {
  await using db = await testDatabase()
  const provider = providerOf(db)
  const { id } = await provider.createSession(request())
  const refund = (amountPence: number, idempotencyKey: string) =>
    provider.refund({ sessionId: id, amountPence, idempotencyKey })
  await expect(refund(1, 'early')).rejects.toMatchObject({ code: 'bad_request' })
  await db.asService((tx) => completeSession(tx, { id, delivery: { id: 'post', pricePence: 450 }, customer }))
  await Promise.all(Array.from({ length: 10 }, () => refund(6_470, 'one')))
  expect(await provider.getSession(id)).toMatchObject({ refundedPence: 6_470 })
  for (const amount of [10_001, 0, -1, 0.5])
    await expect(refund(amount, `${amount}`)).rejects.toMatchObject({ code: 'bad_request' })
  expect(await refund(10_000, 'two')).toMatchObject({ amountPence: 10_000, reference: 'two', status: 'succeeded' })
  expect(await provider.getSession(id)).toMatchObject({ refundedPence: 16_470 })
})
