import { pino } from 'pino'
import { expect, test } from 'vitest'
import { listenForChanges } from '#platform/database/changes.ts'
import { createPageCache } from '#platform/pages/page-cache.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { postgresProxy } from '#tests/fixtures/postgres-proxy.ts'
import { pounds } from '#tests/fixtures/pounds.ts'

/** A page cache that listens on the given connection, with one cached page, and its log lines. */
async function cacheOver(db: TestDatabase, connectionString: string) {
  const lines: { msg: string; level: number }[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) })
  const changes = await listenForChanges({ connectionString, db, log })
  const cache = createPageCache({ now: () => new Date(), trusted: changes.listening })
  changes.onChange(() => cache.clear())
  const keep = () =>
    cache.put('/shop', cache.generation(), {
      status: 200,
      headers: [],
      body: Buffer.from('£89.99'),
      validUntil: new Date(Date.now() + 3_600_000),
    })
  return { changes, cache, keep, lines, isServed: () => cache.get('/shop') !== undefined }
}

test('after the connection goes silent an old price is served for ten seconds at most, and pages are cached again once it returns', async () => {
  await using db = await testDatabase()
  await using proxy = await postgresProxy(db.connectionString)
  const { changes, keep, lines, isServed } = await cacheOver(db, proxy.connectionString)
  const dress = await db.product({ price: 89.99 })
  await expect.poll(changes.listening).toBe(true)
  // The notifications of the product's insert have all arrived by then.
  await new Promise((resolve) => setTimeout(resolve, 500))
  keep()
  expect(isServed()).toBe(true)

  proxy.silence()
  const silentAt = performance.now()
  await db.asService((tx) =>
    tx
      .updateTable('products')
      .set({ price: pounds(99.99) })
      .where('id', '=', dress.id)
      .execute(),
  )
  await expect.poll(isServed, { timeout: 12_000, interval: 50 }).toBe(false)
  expect(performance.now() - silentAt).toBeLessThan(10_000)
  keep()
  expect(isServed()).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 15_000))
  expect(lines.filter(({ level }) => level > 30)).toHaveLength(1)

  proxy.resume()
  await expect
    .poll(
      () => {
        keep()
        return isServed()
      },
      { timeout: 15_000, interval: 50 },
    )
    .toBe(true)
  expect(lines.map(({ msg }) => msg)).toEqual([
    'changes of the data are not heard: no page is served from memory',
    'changes of the data are heard again',
  ])
  await changes.close()
})

test('behind a pooler that accepts LISTEN and forwards no notifications, no page is served from memory', async () => {
  await using db = await testDatabase()
  await using proxy = await postgresProxy(db.connectionString, { swallowsNotifications: true })
  const { changes, keep, lines, isServed } = await cacheOver(db, proxy.connectionString)
  keep()
  expect(isServed()).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  keep()
  expect(isServed()).toBe(false)
  expect(lines).toMatchObject([{ msg: 'changes of the data are not heard: no page is served from memory' }])
  await changes.close()
})
