import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { countVisit, forgetVisits } from './count-visit.ts'
import { readVitals } from './read-vitals.ts'
import { VisitBody } from './visit-body.ts'
import { vitalsApi } from './vitals.api.ts'

test('visits are counted by day, reported as the 75th percentile, and deleted after ninety days', async () => {
  await using db = await testDatabase()
  const visit = { page: 'shop', device: 'phone', cls: 0.002, ttfb: 40 } as const
  await Promise.all([900, 1_000, 1_100, 4_000].map((lcp) => db.asService((tx) => countVisit(tx, { ...visit, lcp }))))
  await db.asService((tx) => countVisit(tx, { page: 'home', device: 'desk', inp: 32 }))

  const { days, figures } = await db.asService(readVitals)
  const found = figures.find(({ figure, page }) => figure === 'lcp' && page === 'shop')
  expect(found).toMatchObject({ device: 'phone', visits: 4 })
  expect(found?.p75).toBeGreaterThan(1_000)
  expect(found?.p75).toBeLessThan(1_200)
  expect(found?.daily).toHaveLength(days)
  expect(found?.daily.filter((value) => value !== null)).toEqual([found?.p75])
  expect(figures.find(({ page }) => page === 'home')).toMatchObject({ figure: 'inp', device: 'desk', visits: 1 })

  const listDays = () => db.asService((tx) => tx.selectFrom('private.vitals').select('day').execute())
  const before = (await listDays()).length
  await db.asService(forgetVisits)
  expect(await listDays()).toHaveLength(before)
  await db.asService((tx) => sql`update private.vitals set day = day - 90`.execute(tx))
  await db.asService(forgetVisits)
  expect(await listDays()).toEqual([])
})

test('a visit contains values within bounds, its kind of page and of screen, and nothing else', () => {
  const visit = { page: 'shop', device: 'phone', lcp: 900 }
  expect(VisitBody.parse(visit)).toEqual(visit)
  for (const more of [
    { url: '/shop?q=ruth' },
    { lcp: -1 },
    { lcp: 1e9 },
    { cls: Number.NaN },
    { page: '/shop' },
    { device: 'x' },
  ]) {
    expect(VisitBody.safeParse({ ...visit, ...more }).success).toBe(false)
  }
})

test('reports from pages of other sites are not counted', async () => {
  await using db = await testDatabase()
  const api = vitalsApi({ db, enabled: true, limited: false })
  const body = JSON.stringify({ page: 'home', device: 'desk', lcp: 900 })
  const report = (from: string) => api.request('/vitals', { method: 'POST', body, headers: { 'Sec-Fetch-Site': from } })
  expect((await report('cross-site')).status).toBe(204)
  expect((await db.asService(readVitals)).figures).toEqual([])
  expect((await report('same-origin')).status).toBe(204)
  expect((await db.asService(readVitals)).figures).toHaveLength(1)
})
