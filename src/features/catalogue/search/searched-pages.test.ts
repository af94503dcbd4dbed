import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { startMinute } from '#tests/fixtures/start-minute.ts'
import { limitSearchedPages } from './search.api.ts'

let api: ShopApi

beforeAll(async () => {
  api = await startShopApi({ routes: () => (app) => app.use(limitSearchedPages()).get('*', (c) => c.text('a page')) })
})
afterAll(() => api[Symbol.asyncDispose]())

const ask = (path: string) => fetch(api.url + path)

test('a customer who presses filters as fast as possible for half a minute is never limited', async () => {
  const presses = Array.from({ length: 100 }, (_, at) => ask(`/shop.data?q=dress&size=${at % 2 ? '8-10' : '10-12'}`))
  const statuses = (await Promise.all(presses)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a client with more searches than any customer could make gets 429, and still gets all other pages', async () => {
  await startMinute(api.db)
  expect((await ask('/shop?q=dress')).status).toBe(200)
  await api.db.asService((tx) =>
    tx.updateTable('private.rate_limits').set({ count: 240 }).where('bucket', '=', 'search-page').execute(),
  )
  const refused = await ask('/shop?q=dress')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await refused.text()).toContain('Please try again in a minute.')
  // In every spelling of the URL.
  for (const path of [
    '/shop.data?q=dress',
    '/SHOP/?%71=dress&page=2',
    '/shop?q=dress&q=',
    '/shop?sort=newest&q=%00a',
  ]) {
    expect((await ask(path)).status, path).toBe(429)
  }
  for (const path of [
    '/shop',
    '/shop?q=',
    '/shop?q=++&size=8-10',
    '/shop?size=8-10&colour=oat',
    '/product/ruth?utm=q',
  ]) {
    expect((await ask(path)).status, path).toBe(200)
  }
})
