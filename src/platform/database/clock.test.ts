import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { putBackClock } from './clock.ts'

test('a clock that a rehearsal moved is reset, once', async () => {
  await using db = await testDatabase()
  await db.asService((tx) => sql`update private.clock set ahead = interval '30 days'`.execute(tx))
  expect(await putBackClock(db)).toBe(true)
  const { rows } = await db.asService((tx) => sql<{ is_now: boolean }>`select shop_now() = now() as is_now`.execute(tx))
  expect(rows).toEqual([{ is_now: true }])
  expect(await putBackClock(db)).toBe(false)
})
