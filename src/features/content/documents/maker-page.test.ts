import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createLog } from '#platform/log.ts'
import { emptyDatabase, migrationsBefore, testDatabase } from '#tests/fixtures/database.ts'
import { addShippedDocuments } from './edit-documents.ts'
import { hasMaker, readDocuments, shownVersion } from './read-documents.ts'

const now = new Date('2030-01-01')
const picture = (name: string) => `/storage/v1/object/public/product-images/${name}.jpg`
const stored = (name: string, alt: string) => ({ url: picture(name), alt, width: 1200, height: 1500, blur: 'data:x' })
const none = { url: '', alt: '' }

/** The page of a shop whose setting was this. */
async function movedFrom(setting: object) {
  await using database = await emptyDatabase()
  await using earlier = await migrationsBefore('0098')
  const { connectionString } = database
  await migrate(connectionString, earlier.path)
  const db = openDb({ connectionString, log: createLog({ level: 'error' }), maxConnections: 2 })
  try {
    await db.asService((tx) =>
      sql`insert into private.settings (name, value) values ('maker', ${JSON.stringify(setting)})`.execute(tx),
    )
    await migrate(connectionString, 'db/migrations')
    return await db.asService(async (tx) => {
      const { rows } = await sql`select from private.settings where name = 'maker'`.execute(tx)
      expect(rows).toEqual([])
      const invalid: string[] = []
      const documents = await readDocuments(tx, (path) => invalid.push(path))
      expect(invalid).toEqual([])
      const row = await tx.selectFrom('private.documents').selectAll().where('path', '=', '/maker').executeTakeFirst()
      return { documents, row, shown: shownVersion(documents, '/maker', now)?.content }
    })
  } finally {
    await db.close()
  }
}

test('the maker’s page of a setting is published as it was, with its words as text and its pictures', async () => {
  const { documents, row, shown } = await movedFrom({
    name: 'Hannah <b>Reed</b>',
    words: 'I sew by the window.\n\nEvery buttonhole <3\n<i>is</i> mine.',
    face: stored('face', 'Hannah by the window'),
    hands: stored('hands', ''),
  })
  expect(hasMaker(documents, now)).toBe(true)
  expect(row).toMatchObject({ own: true, draft: null })
  expect(shown).toMatchObject({
    name: 'Hannah ‹b>Reed‹/b>',
    title: ['Hannah ‹b>Reed‹/b>'],
    layout: 'story',
    blocks: [
      { type: 'picture', alt: 'Hannah by the window', picture: { url: picture('face'), width: 1200, height: 1500 } },
      {
        type: 'text',
        paragraphs: ['I sew by the window.', 'Every buttonhole <3', '‹i>is‹/i> mine.'].map((line) => ({
          kind: 'p',
          spans: [line],
        })),
      },
      { type: 'picture', alt: 'The hands of Hannah ‹b>Reed‹/b> at work', picture: { url: picture('hands') } },
      { type: 'buttons' },
    ],
  })
})

test('a setting without words, which had no page, is a draft that keeps what was typed', async () => {
  const { documents, row, shown } = await movedFrom({ name: 'Hannah', words: '', face: none, hands: none })
  expect(shown).toBeUndefined()
  expect(hasMaker(documents, now)).toBe(false)
  expect(row?.draft).toMatchObject({
    title: ['Hannah'],
    blocks: [{ type: 'picture' }, { type: 'text' }, { type: 'buttons' }],
  })
})

test('a new shop has the page as a draft, and it counts as there once it is published, wherever it was moved', async () => {
  await using db = await testDatabase()
  await db.asService(addShippedDocuments)
  const read = () => db.asService((tx) => readDocuments(tx))
  expect(hasMaker(await read(), now)).toBe(false)
  await db.asService(async (tx) => {
    await sql`insert into private.document_versions (path, number, content, at)
      select path, 1, draft, shop_now() from private.documents where path = '/maker'`.execute(tx)
    await sql`update private.documents set path = '/anna' where path = '/maker'`.execute(tx)
    await sql`insert into private.document_redirects (from_path, path) values ('/maker', '/anna')`.execute(tx)
  })
  expect(hasMaker(await read(), now)).toBe(true)
})
