import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readWaitlistFacts } from '#features/waitlist/waitlist-queries.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { finishImport } from './finish-import.ts'

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

test('an order of a version without events has those of the log, where its payment had another name', async () => {
  await using db = await testDatabase()
  const { id } = await db.order({ provider_state: 'open', final_amount: 93.5 })
  await db.asService((tx) =>
    tx.updateTable('pre_orders').set({ provider_state: 'paid' }).where('id', '=', id).execute(),
  )
  const events = () =>
    db.asService((tx) => tx.selectFrom('private.order_events').select(['kind', 'facts']).orderBy('id').execute())
  const written = await events()
  expect(written).toMatchObject([{ kind: 'placed' }, { kind: 'payment', facts: { from: 'open', to: 'paid' } }])
  await sql`delete from private.order_events`.execute(db.owner)
  await sql`update private.audit_log set before = replace(before::text, 'provider_state', 'payment_state')::jsonb,
    after = replace(after::text, 'provider_state', 'payment_state')::jsonb`.execute(db.owner)
  for (const statement of finishImport(new Map()))
    if (/audit_log|fill_order_events/.test(statement)) await sql.raw(statement).execute(db.owner)
  expect(await events()).toMatchObject(written)
})
