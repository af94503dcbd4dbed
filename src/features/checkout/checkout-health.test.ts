import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import type { Env } from '#platform/http/env.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { findFailingCheckouts, noteCheckouts } from './checkout-health.ts'

test('checkouts fail after three failures, until one works; a checked discount code is no checkout', async () => {
  await using db = await testDatabase()
  let answer: [object, 200 | 409 | 503] = [{}, 503]
  const app = new Hono<Env>().use(noteCheckouts(db, 0)).post('/', (c) => c.json(...answer))
  const press = () => app.request('/', { method: 'POST' })
  const failures = async () => (await findFailingCheckouts(db))?.failures
  const row = () => db.asService((tx) => tx.selectFrom('private.checkout_health').selectAll().executeTakeFirstOrThrow())
  for (const count of [1, 2, 3]) {
    expect(await failures()).toBeUndefined()
    await press()
    await vi.waitFor(async () => expect((await row()).failures).toBe(count))
  }
  expect(await failures()).toBe(3)
  for (const other of [
    [{ code: 'price_changed' }, 409],
    [{ discount: 10 }, 200],
  ] as const) {
    answer = [...other]
    await press()
  }
  expect(await failures()).toBe(3)
  answer = [{ url: '/pay', sessionId: 'cs_1' }, 200]
  await press()
  await vi.waitFor(async () => expect(await failures()).toBeUndefined())
})
