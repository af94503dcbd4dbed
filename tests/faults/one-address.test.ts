import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { dataFolder, startShop } from '#tests/fixtures/program.ts'
import { readGarments } from '#tests/fixtures/public-garments.ts'

const metricsToken = 'a token of the tests'

test('one address has at most twenty pages and twenty reads in progress: its next get 503 and are counted, and others are served', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  const env = { DATABASE_URL: database.connectionString, TRUST_PROXY: '1', METRICS_TOKEN: metricsToken }
  await using shop = await startShop(data.path, 24_430, env)
  const { key } = await readGarments(shop.url)
  const answers: number[] = []
  /** Sends `count` requests with different URLs at once; the proxy names `client` as their address. */
  const ask = (client: string, count: number, pathOf: (index: number) => string) =>
    Array.from({ length: count }, async (_, index) => {
      const response = await fetch(shop.url + pathOf(index), { headers: { 'X-Forwarded-For': client } })
      await response.arrayBuffer()
      answers.push(response.status)
      return response.status
    })
  // Pages remember what they read, and none has read this garment's reviews.
  const page = (index: number) => `/product/ruth-skirt?visit=${index}`
  const read = (index: number) => `/rest/v1/products?select=id&limit=${index + 1}&apikey=${key}`

  for (const pathOf of [page, read]) {
    answers.length = 0
    const waiting = await onServer(database.connectionString, async (client) => {
      await client.query('begin; lock table public.products, public.reviews in access exclusive mode')
      const other = ask('203.0.113.8', 5, pathOf)
      const one = ask('203.0.113.7', 25, pathOf)
      // Within the three seconds that a read waits for a lock.
      await expect.poll(() => answers, { interval: 10 }).toEqual(Array(5).fill(503))
      await client.query('commit')
      return { one, other }
    })
    expect((await Promise.all(waiting.one)).filter((status) => status === 200)).toHaveLength(20)
    expect(await Promise.all(waiting.other)).toEqual(Array(5).fill(200))
  }
  const metrics = await fetch(`${shop.url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } })
  const counts = (await metrics.text()).match(/^shop_refusals_total.*$/gm)
  expect(counts?.toSorted()).toEqual([
    'shop_refusals_total{surface="pages"} 5',
    'shop_refusals_total{surface="rest"} 5',
  ])
})
