import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openingGarments } from '#features/catalogue/opening-garments.ts'
import type { ShownDocument } from '#features/content/documents/read-documents.ts'
import { openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { keyOf, type Migration, readMigrations } from '#platform/database/migration-files.ts'
import { createLog } from '#platform/log.ts'
import { emptyDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { rows } from '#tests/fixtures/rows.ts'
import { shippedDocuments } from '../../../db/catalogue/documents/documents.ts'
import { listExamples, noteRehearsal, requireOwnTexts } from './own-texts.ts'

const shipped: ShownDocument[] = Object.entries(shippedDocuments).map(([path, { content }]) => ({
  path,
  shown: JSON.parse(JSON.stringify(content)),
}))

test('a shop does not go live with texts or garments of the example shop, and is told each place', async () => {
  await using db = await testDatabase()
  const [garment] = openingGarments
  await db.product({ slug: garment?.slug ?? '', name: garment?.name ?? '', description: garment?.description ?? '' })
  await expect(requireOwnTexts(db, shipped)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      /Home \(\/\): [\s\S]*About[\s\S]*\/contact[\s\S]*1 example garment” · \/admin\/start/,
    ),
  })
  expect(await db.asService((tx) => tx.selectFrom('private.start_marks').select('name').execute())).toEqual([])
})

test('a shop that is live already, or has sold, starts with them', async () => {
  await using db = await testDatabase()
  await db.order({ payment_provider: 'stripe', payment_session_id: 'cs_live_1', paid_at: new Date() })
  await expect(requireOwnTexts(db, shipped)).resolves.toBeUndefined()
  await using other = await testDatabase()
  await other.asService((tx) => sql`insert into private.start_marks (name) values ('live')`.execute(tx))
  await expect(requireOwnTexts(other, shipped)).resolves.toBeUndefined()
  expect(await other.asService((tx) => listExamples(tx, shipped))).not.toEqual([])
})

test('a trial order that was paid at Stripe with test keys does not open the way', async () => {
  await using db = await testDatabase()
  await db.order({ payment_provider: 'stripe', payment_session_id: 'cs_test_1', paid_at: new Date() })
  await expect(requireOwnTexts(db, shipped)).rejects.toMatchObject({ exitCode: 78 })
})

test('a shop of before this migration starts live; once it has started as a rehearsal, it is refused', async () => {
  await using database = await emptyDatabase()
  const { connectionString } = database
  const files = await readMigrations('db/migrations')
  const isLater = ({ folder, name }: Migration) => folder === 'public' && name >= '0092'
  await migrate(connectionString, 'db/migrations', { only: files.filter((file) => !isLater(file)).map(keyOf) })
  const db = openDb({ connectionString, log: createLog({ level: 'error' }), maxConnections: 2 })
  try {
    await rows(db).product()
    await migrate(connectionString, 'db/migrations')
    const marks = await db.asService((tx) => tx.selectFrom('private.start_marks').select(['name', 'about']).execute())
    expect(marks).toEqual([{ name: 'live', about: 'assumed' }])
    await noteRehearsal(db)
    await expect(requireOwnTexts(db, shipped)).rejects.toMatchObject({ exitCode: 78 })
    await db.asService((tx) =>
      sql`insert into private.start_marks (name, about) values ('live', 'assumed')`.execute(tx),
    )
    await requireOwnTexts(db, shipped)
    await noteRehearsal(db)
    await requireOwnTexts(db, shipped)
  } finally {
    await db.close()
  }
})
