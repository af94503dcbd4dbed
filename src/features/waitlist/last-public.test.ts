import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { keyOf, type Migration, readMigrations } from '#platform/database/migration-files.ts'
import { createLog } from '#platform/log.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { rows } from '#tests/fixtures/rows.ts'
import { readWaitlistFacts } from './waitlist-queries.ts'

test('a product that was inactive before its last public values were kept has those of the audit log, once it is restored too', async () => {
  await using database = await emptyDatabase()
  const { connectionString } = database
  const files = await readMigrations('db/migrations')
  const isLater = ({ folder, name }: Migration) => folder === 'public' && name >= '0059'
  await migrate(connectionString, 'db/migrations', { only: files.filter((file) => !isLater(file)).map(keyOf) })
  const db = openDb({ connectionString, log: createLog({ level: 'error' }), maxConnections: 2 })
  try {
    const { product } = rows(db)
    const [hidden, deleted, shown] = [await product(), await product(), await product()]
    for (const { id } of [hidden, deleted]) {
      for (const columns of [{ active: false }, { name: 'A draft' }, { name: 'Another draft', colour: 'Sage' }])
        await db.asService((tx) => tx.updateTable('products').set(columns).where('id', '=', id).execute())
    }
    await db.asService((tx) => tx.deleteFrom('products').where('id', '=', deleted.id).execute())
    await migrate(connectionString, 'db/migrations')
    await db.asService((tx) => sql`select private.restore_product(${deleted.id}, 'elsewhere')`.execute(tx))
    const { absent } = await db.asService(readWaitlistFacts)
    expect(absent.map(({ id, name, colour, slug }) => ({ id, name, colour, slug }))).toEqual([
      { id: deleted.id, name: 'Mary Dress', colour: null, slug: 'elsewhere' },
      { id: hidden.id, name: 'Mary Dress', colour: null, slug: hidden.slug },
    ])
    expect(absent.map(({ id }) => id)).not.toContain(shown.id)
  } finally {
    await db.close()
  }
})

test('a product that is deleted while it is public, restored and edited is shown as it was before its deletion', async () => {
  await using db = await testDatabase()
  const { id } = await db.product({ name: 'Ruth Skirt' })
  const set = (columns: object) =>
    db.asService((tx) => tx.updateTable('products').set(columns).where('id', '=', id).execute())
  // What it was when it was inactive before is not what was public last.
  await set({ active: false })
  await set({ active: true, name: 'Ruth Skirt in Linen' })
  await db.asService((tx) => tx.deleteFrom('products').where('id', '=', id).execute())
  await db.asService((tx) => sql`select private.restore_product(${id}, 'ruth')`.execute(tx))
  await set({ name: 'A draft' })
  expect((await db.asService(readWaitlistFacts)).absent).toMatchObject([
    { id, name: 'Ruth Skirt in Linen', slug: 'ruth' },
  ])
})
