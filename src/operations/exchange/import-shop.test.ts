import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readWaitlistFacts } from '#features/waitlist/waitlist-queries.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { finishImport } from './import-shop.ts'

test('an inactive product of a version that did not keep its last public values has those of the log, not its draft', async () => {
  await using db = await testDatabase()
  const { id } = await db.product({ name: 'Ruth Skirt' })
  for (const columns of [{ active: false }, { name: 'A draft' }])
    await db.asService((tx) => tx.updateTable('products').set(columns).where('id', '=', id).execute())
  await sql`update private.product_availability set last_public = null`.execute(db.owner)
  const table = { name: 'private.product_availability', columns: ['product_id', 'published_at'], rows: 1, blocks: [] }
  for (const statement of finishImport(new Map([[table.name, table]])))
    if (statement.includes('last_public')) await sql.raw(statement).execute(db.owner)
  expect((await db.asService(readWaitlistFacts)).absent).toMatchObject([{ id, name: 'Ruth Skirt' }])
})
