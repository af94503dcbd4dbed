import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompleteShop, startCompleteShop } from '../fixtures/complete-shop.ts'
import { startMinute } from '../fixtures/start-minute.ts'
import { functionMatrix } from './endpoint-matrix.ts'

/** Calls every function of visitors from a network that has called too often. */
let shop: CompleteShop

beforeAll(async () => {
  shop = await startCompleteShop({ RATE_LIMITS: 'true' })
})
afterAll(() => shop[Symbol.asyncDispose]())

const ofVisitors = Object.keys(functionMatrix).filter((route) => functionMatrix[route] === 'everyone')

async function statusOf(route: string, key = shop.anonKey): Promise<number> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${shop.url}/functions/v1${path}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json', origin: shop.url },
    redirect: 'manual',
    ...(method === 'POST' && { body: '{}' }),
  })
  await response.body?.cancel()
  return response.status
}

test('every function of visitors has a limit for a network', async () => {
  await startMinute(shop.db)
  expect(await statusOf('GET /shop-terms')).toBe(200)
  await shop.db.asService((tx) =>
    tx.updateTable('private.rate_limits').set({ count: 1_000 }).where('bucket', '=', 'functions').execute(),
  )
  const found: Record<string, number> = {}
  for (const route of ofVisitors) found[route] = await statusOf(route)
  expect(found).toEqual(Object.fromEntries(ofVisitors.map((route) => [route, 429])))
  expect(await statusOf('GET /shop-terms', shop.serviceRoleKey)).toBe(200)
  // Pages read inside the program.
  const inside = await shop.app.request('/functions/v1/shop-terms', { headers: { apikey: shop.anonKey } })
  expect(inside.status).toBe(200)
})

test('questions about unknown payments have a limit too', async () => {
  await startMinute(shop.db)
  await shop.db.asService((tx) => tx.deleteFrom('private.rate_limits').execute())
  const ask = async () => {
    const response = await fetch(`${shop.url}/functions/v1/checkout-status?session_id=${crypto.randomUUID()}`)
    await response.body?.cancel()
    return response.status
  }
  const statuses = await Promise.all(Array.from({ length: 130 }, ask))
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})
