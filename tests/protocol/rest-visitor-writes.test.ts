import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, rawRest } from '#tests/fixtures/raw-rest.ts'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'
import { startMinute } from '../fixtures/start-minute.ts'

/** Visitors and customers may write little, and the rate limit counts every write statement. */
let api: ShopApi
const send = rawRest(() => api)

beforeAll(async () => {
  api = await startShopApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const emails = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `a${at}@example.com` }))
const insert = (token: string | null, rows: object) =>
  send('/email_signups', { method: 'POST', headers: json, token, body: JSON.stringify(rows) })

/** The number of write statements that the limit has counted. */
async function counted(): Promise<number> {
  const rows = await api.db.asService((tx) =>
    tx.selectFrom('private.rate_limits').select('count').where('bucket', '=', 'visitor-write').execute(),
  )
  return rows.reduce((sum, { count }) => sum + count, 0)
}

test('a customer writes one small row per request, and more never reaches PostgreSQL', async () => {
  const customer = await api.token((await api.db.user()).claims)
  const many = await insert(customer, emails(1_000))
  expect([many.status, (await many.json()).code]).toEqual([413, 'PGRST102'])
  const few = await insert(customer, emails(20))
  expect([few.status, await few.json()]).toMatchObject([400, { code: 'PGRST102', message: 'One row at a time' }])
  expect(await counted()).toBe(0)
  const long = await insert(customer, { email: 'a@example.com', source: 'x'.repeat(2_100) })
  expect(long.status).toBe(413)
  for (const method of ['POST', 'PATCH']) {
    const other = await send('/products?slug=eq.none', {
      method,
      headers: json,
      token: customer,
      body: JSON.stringify({ name: 'x'.repeat(5_000) }),
    })
    expect(other.status, method).toBe(413)
  }
})

test('an administrator also signs up one address per request, although other tables accept lists', async () => {
  const admin = await api.token((await api.db.user({ admin: true })).claims)
  const many = await insert(admin, emails(1_000))
  expect([many.status, await many.json()]).toMatchObject([400, { code: 'PGRST102', message: 'One row at a time' }])
  expect(await counted()).toBe(0)
  const products = Array.from({ length: 30 }, (_, at) => ({ name: `Dress ${at}`, slug: `many-${at}`, price: 89 }))
  const list = await send('/products', { method: 'POST', headers: json, token: admin, body: JSON.stringify(products) })
  expect(list.status).toBe(201)
})

test('a write that PostgreSQL refuses counts like a successful one', async () => {
  const customer = await api.token((await api.db.user()).claims)
  await startMinute(api.db)
  const statuses: number[] = []
  for (let times = 0; times < 6; times += 1) statuses.push((await insert(customer, { email: 'nobody' })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})
