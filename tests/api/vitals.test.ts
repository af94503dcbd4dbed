import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SettingsShop, startSettingsShop } from '#tests/fixtures/settings-shop.ts'

let shop: SettingsShop

beforeAll(async () => {
  shop = await startSettingsShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const visit = { page: 'shop', device: 'phone', lcp: 1_200, inp: 80, cls: 0.004, ttfb: 90.5 }

function tell(body: unknown): Promise<Response> {
  // As a browser sends it when the page is left: without a key.
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(`${shop.url}/functions/v1/vitals`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json' },
  })
}

async function read(token?: string) {
  const headers = { apikey: shop.anonKey, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${shop.url}/functions/v1/vitals`, { headers })
  return { status: response.status, body: await response.json() }
}

test('a visit is counted, and only an administrator reads the 75th percentile', async () => {
  expect((await tell(visit)).status).toBe(204)
  expect((await tell({ page: 'shop', device: 'phone', lcp: 1_200 })).status).toBe(204)

  const owner = await shop.user({ admin: true })
  const { body } = await read(owner.token)
  const reported = body.figures.map((each: Record<string, unknown>) => [
    each.figure,
    each.page,
    each.device,
    each.visits,
  ])
  expect(reported.sort()).toEqual([
    ['cls', 'shop', 'phone', 1],
    ['inp', 'shop', 'phone', 1],
    ['lcp', 'shop', 'phone', 2],
    ['ttfb', 'shop', 'phone', 1],
  ])
  const lcp = body.figures.find((each: Record<string, unknown>) => each.figure === 'lcp')
  expect(lcp.p75).toBeGreaterThan(1_080)
  expect(lcp.p75).toBeLessThan(1_330)

  expect((await read()).status).toBe(401)
  expect((await read((await shop.user()).token)).status).toBe(403)
})

test('impossible measurements are refused', async () => {
  const wrong = [
    { ...visit, lcp: -1 },
    { ...visit, lcp: 1e9 },
    { ...visit, lcp: '1200' },
    { ...visit, page: '/shop?q=secret' },
    { ...visit, device: 'watch' },
    { ...visit, email: 'ruth@example.com' },
    'not json',
    JSON.stringify({ ...visit, page: 'x'.repeat(600) }),
  ]
  for (const body of wrong) expect((await tell(body)).status, JSON.stringify(body)).toBe(400)
})

test('a client that reports too often is limited', async () => {
  // One minute may end during the test, a second one cannot.
  const statuses = new Set<number>()
  for (let n = 0; n < 45 && !statuses.has(429); n += 1)
    statuses.add((await tell({ page: 'other', device: 'desk' })).status)
  expect(statuses).toContain(429)
})
