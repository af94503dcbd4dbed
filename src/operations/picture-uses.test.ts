import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listPagePictures, openPagePictures } from '#features/content/page-pictures.server.ts'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { sweepStorage } from '#platform/storage/sweep-storage.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { createSweep, isPictureShown, pictureBuckets, pictureUses } from './picture-uses.ts'

const log = createLog({ level: 'silent' })

/** Columns that are named like a picture's and have none. */
const others = ['public.pre_orders.payment_session_url']

test('every column that can name a picture belongs to a use, and every use names columns of the database', async () => {
  await using db = await testDatabase()
  const used = new Set(Object.values(pictureUses([])).flatMap((uses) => uses.flatMap(({ columns }) => columns)))
  const { rows } = await sql<{ name: string; isLike: boolean }>`
    select concat_ws('.', table_schema, table_name, column_name) as name,
        column_name ~ 'image|picture|photo|cover|logo|portrait|_url$' as "isLike"
      from information_schema.columns where table_schema in ('public', 'private')`.execute(db.owner)
  expect([...used].filter((column) => !rows.some(({ name }) => name === column))).toEqual([])
  const likePictures = rows.filter(({ name, isLike }) => isLike && !others.includes(name)).map(({ name }) => name)
  expect(likePictures.filter((name) => !used.has(name))).toEqual([])
  expect(likePictures.length).toBeGreaterThan(5)
})

test('the photographs of the pages stay while a program shows them, and for a week after a start with another file', async () => {
  await using db = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  const files = diskStore(join(folder, 'storage'))
  const pictures = { hero: { file: 'hero.jpg', alt: 'A rail.' }, cloth: { file: 'nowhere.jpg', alt: 'Cloth.' } }
  const open = () => openPagePictures({ db, files, picturesDir: folder, log, pictures })
  const start = () => createSweep({ db, files, log }, listPagePictures(pictures, folder))
  await writeFile(join(folder, 'hero.jpg'), await colour('#efe7d8'))
  const first = await open()
  const sweep = start()
  await makeOld(db)
  expect(await sweep()).toMatchObject({ rows: 0 })
  expect(await namesIn(db)).toEqual([nameOf(first.hero?.url)])

  await writeFile(join(folder, 'hero.jpg'), await colour('#6b2737'))
  expect(await sweep()).toMatchObject({ rows: 0 })
  const second = await open()
  const nextSweep = start()
  expect(await nextSweep()).toMatchObject({ rows: 0 })
  expect(await namesIn(db)).toHaveLength(2)
  await makeOld(db)
  expect(await nextSweep()).toMatchObject({ rows: 1 })
  expect(await namesIn(db)).toEqual([nameOf(second.hero?.url)])
  await rm(folder, { recursive: true, force: true })
})

test('the photographs of returns and reviews are found by their indexes', async () => {
  await using db = await testDatabase()
  const plan = await db.asService(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select from storage.objects as object
      where ${isPictureShown([])}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('returns_photographs_idx')
  expect(plan).toContain('reviews_photographs_idx')
})

test('a photograph of the pages that another release still has counts as new after a start', async () => {
  await using db = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  const files = diskStore(join(folder, 'storage'))
  await writeFile(join(folder, 'hero.jpg'), await colour('#efe7d8'))
  const open = () =>
    openPagePictures({ db, files, picturesDir: folder, log, pictures: { hero: { file: 'hero.jpg', alt: '' } } })
  await open()
  await makeOld(db)
  await open()
  expect(await sweepStorage({ db, files, log, pictureBuckets, isShown: isPictureShown([]) })).toMatchObject({ rows: 0 })
  await rm(folder, { recursive: true, force: true })
})

test('a picture that any setting names stays, wherever in its value', async () => {
  await using db = await testDatabase()
  const name = 'window.jpg'
  await db.asService((tx) =>
    sql`insert into storage.objects (bucket_id, name) values ('product-images', ${name}), ('product-images', 'orphan.jpg')`.execute(
      tx,
    ),
  )
  const value = JSON.stringify({ views: [{ of: { url: `/storage/v1/object/public/product-images/${name}` } }] })
  await db.asService((tx) => tx.insertInto('private.settings').values({ name: 'later', value }).execute())
  await makeOld(db)
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  const swept = await sweepStorage({
    db,
    files: diskStore(folder),
    log,
    pictureBuckets,
    isShown: isPictureShown([]),
  })
  expect([swept.rows, await namesIn(db)]).toEqual([1, [name]])
  await rm(folder, { recursive: true, force: true })
})

function colour(background: string): Promise<Buffer> {
  return sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

function makeOld(db: TestDatabase) {
  return db.asService((tx) =>
    sql`update storage.objects set created_at = now() - interval '8 days', updated_at = now() - interval '8 days'`.execute(
      tx,
    ),
  )
}

async function namesIn(db: TestDatabase): Promise<string[]> {
  const { rows } = await db.asService((tx) =>
    sql<{ name: string }>`select name from storage.objects order by name`.execute(tx),
  )
  return rows.map(({ name }) => name)
}

function nameOf(url = ''): string {
  return url.replace('/storage/v1/object/public/product-images/', '')
}
