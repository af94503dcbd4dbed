import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { createRateLimiter } from './rate-limiter.ts'

test('of fifty concurrent calls, a limit of ten passes exactly ten', async () => {
  await using db = await testDatabase()
  const limiter = createRateLimiter(db, { enabled: true })
  const rate = { max: 10, perSeconds: 86_400 }
  const passed = await Promise.all(Array.from({ length: 50 }, () => limiter.consume('code', '203.0.113.7', rate)))
  expect(passed.filter(Boolean)).toHaveLength(10)
  expect(await limiter.consume('code', '203.0.113.8', rate)).toBe(true)
  expect(await limiter.consume('other', '203.0.113.7', rate)).toBe(true)
})

test('switched-off limits count nothing', async () => {
  await using db = await testDatabase()
  const limiter = createRateLimiter(db, { enabled: false })
  expect(await limiter.consume('code', 'key', { perMinute: 0 })).toBe(true)
  expect(await db.asService((tx) => tx.selectFrom('private.rate_limits').selectAll().execute())).toEqual([])
})

test('while the database cannot count, no call passes', { tags: ['S42'] }, async () => {
  const db = await testDatabase()
  const limiter = createRateLimiter(db, { enabled: true })
  await db[Symbol.asyncDispose]()
  await expect(limiter.consume('code', 'key', { perMinute: 100 })).rejects.toThrow()
})
