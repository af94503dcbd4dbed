import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { daysLeft, formatDeadline, isPreorderLive } from './preorder.ts'

const end = new Date('2026-12-01T10:00:00.500Z')

test('a pre-order is live until the last millisecond before its end', () => {
  const live = (ms: number) => isPreorderLive({ isPreorder: true, preorderEndsAt: end }, new Date(end.getTime() + ms))
  expect([live(-1), live(0), live(1)]).toEqual([true, false, false])
  expect(isPreorderLive({ isPreorder: false, preorderEndsAt: end }, new Date(0))).toBe(false)
  expect(isPreorderLive({ isPreorder: true, preorderEndsAt: null }, new Date(0))).toBe(false)
})

test('the remaining days are rounded up: one on the last day, none afterwards', () => {
  const left = (ms: number) => daysLeft(end, new Date(end.getTime() - ms))
  expect([left(0), left(1), left(86_400_000), left(86_400_001), left(-5)]).toEqual([0, 1, 1, 2, 0])
  expect(daysLeft(end.toISOString(), new Date(end.getTime() - 1))).toBe(1)
})

test('the database and the program agree on which pre-orders are live', async () => {
  await using db = await testDatabase({ maxConnections: 1 })
  const offset = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer())
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.option(offset), async (isPreorder, ms) => {
      // One transaction has one now(), and the database evaluates it, so the bounds are exact to the millisecond.
      const { now, ends, live } = await db.asService(async (tx) => {
        const { rows } = await sql<{ now: Date; ends: Date | null; live: boolean }>`
          with times as (
            select date_trunc('milliseconds', shop_now()) as now,
              date_trunc('milliseconds', shop_now()) + ${ms} * interval '1 millisecond' as ends)
          select now, ends,
            is_preorder_live(${isPreorder}, ends + (shop_now() - now)) as live from times`.execute(tx)
        return rows[0] ?? { now: new Date(), ends: null, live: false }
      })
      expect(isPreorderLive({ isPreorder, preorderEndsAt: ends }, now)).toBe(live)
    }),
    { numRuns: 300 },
  )
})

test('a deadline is formatted in shop time, in summer and winter', () => {
  expect(formatDeadline(new Date('2026-12-04T18:00:00Z'))).toBe('Friday 4 December, 18:00')
  expect(formatDeadline(new Date('2026-07-03T18:00:00Z'))).toBe('Friday 3 July, 19:00')
})
