import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { matchText } from './match-orders.ts'

test.each(['siobhan', 'sarah.smith@gmail.com', "O'Brien", '07700 900123', 'TKW-000015'])(
  'the text index finds the orders of %j',
  async (q) => {
    await using db = await testDatabase()
    const plan = await db.asService(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`
        explain select from public.pre_orders o where ${matchText(q)?.isFound}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('pre_orders_search_text_idx')
    expect(plan).not.toContain('Seq Scan')
  },
)

test('an empty search, and one of apostrophes alone, matches every order', () => {
  for (const q of ['', ' ', "'", '\u200b', '#']) expect(matchText(q)).toBeNull()
})
