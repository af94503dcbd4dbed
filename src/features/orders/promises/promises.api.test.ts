import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { promisesApi } from './promises.api.ts'

let api: ShopApi
beforeAll(async () => {
  api = await startShopApi({ routes: () => (app) => app.route('/functions/v1', promisesApi()) })
})
afterAll(() => api[Symbol.asyncDispose]())

test('one network reads the score sixty times in ten minutes, and nothing of it while the owner does not show it', async () => {
  const read = () => fetch(`${api.url}/functions/v1/promise-score`, { headers: { apikey: api.anonKey } })
  const first = await read()
  expect([first.status, await first.json()]).toEqual([200, { sentence: null }])
  const statuses = (await Promise.all(Array.from({ length: 70 }, read))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(60)
  expect(statuses).toContain(429)
})
