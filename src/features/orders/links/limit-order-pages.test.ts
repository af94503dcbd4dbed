import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '#platform/http/env.ts'
import { createRateLimiter } from '#platform/http/limits/rate-limiter.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { startMinute } from '#tests/fixtures/start-minute.ts'
import { limitOrderPages } from './order-by-link.ts'

test('every spelling of the address of an order’s page counts towards one limit', async () => {
  await using db = await testDatabase()
  await startMinute(db)
  const rateLimiter = createRateLimiter(db, { enabled: true })
  const app = new Hono<Env>()
    .use(async (c, next) => {
      c.set('rateLimiter', rateLimiter)
      c.set('clientIp', '203.0.113.7')
      await next()
    })
    .use(limitOrderPages())
    .get('*', (c) => c.text('a page'))
  const statusOf = async (path: string) => (await app.request(`http://localhost${path}`)).status
  const spellings = ['/order/x', '/ORDER/x', '/%6Frder/x', '//order/x', '/order/x/', '/Review/x', '/order/x.data']
  for (let each = 0; each < 120; each += 1) {
    expect(await statusOf(spellings[each % spellings.length] ?? '')).toBe(200)
  }
  for (const path of spellings) expect(await statusOf(path), path).toBe(429)
  for (const path of ['/', '/shop', '/order', '/order-choice', '/find-order']) expect(await statusOf(path)).toBe(200)
})
