import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isPictureShown, pictureBuckets } from '#operations/picture-uses.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { pounds } from '#tests/fixtures/pounds.ts'
import { createLog } from '../log.ts'
import { diskStore } from './files/disk-store.ts'
import { type FileStore, originalName, renditionName } from './files/file-store.ts'
import { sweepStorage } from './sweep-storage.ts'

const log = createLog({ level: 'silent' })
const hour = 3_600_000
let db: TestDatabase
let folder: string
let files: FileStore

beforeAll(async () => {
  db = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sweep-'))
  files = diskStore(folder)
})
afterAll(async () => {
  await db[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const sweep = () => sweepStorage({ db, files, log, pictureBuckets, isShown: isPictureShown([]) })
const urlOf = (key: string) => `https://shop.example/storage/v1/object/public/product-images/${encodeURI(key)}`

/** An object with its files, of the given age. */
async function object(key: string, { ageHours = 24 * 8, bucket = 'product-images' } = {}) {
  const place = { id: randomUUID(), version: randomUUID() }
  const at = new Date(Date.now() - ageHours * hour)
  await db.asService((tx) =>
    sql`insert into storage.objects (id, version, bucket_id, name, created_at, updated_at)
      values (${place.id}, ${place.version}, ${bucket}, ${key}, ${at}, ${at})`.execute(tx),
  )
  for (const name of [originalName(place), renditionName(place, 160, 'webp')]) {
    await files.put(name, Buffer.from(key), 'a/b')
    await utimes(join(folder, name), at, at)
  }
  return place
}

async function namesThere(): Promise<string[]> {
  const { rows } = await db.asService((tx) =>
    sql<{ name: string }>`select name from storage.objects order by name collate "C"`.execute(tx),
  )
  return rows.map(({ name }) => name)
}

async function filesOf({ id }: { id: string }): Promise<number> {
  let count = 0
  for (const kind of ['objects', 'renditions']) for await (const _ of files.list(`${kind}/${id}/`)) count += 1
  return count
}

test('pictures stay while a product, a deleted product, an order or a page shows them, and for a week in any case', {
  tags: ['U5'],
}, async () => {
  await object('first face.jpg')
  await object("second's (2).jpg")
  await object('by-column.jpg')
  await object('ordered.jpg')
  await object('long-deleted.jpg')
  await object('maker-hands.jpg')
  await object('never-shown.jpg')
  await object('young.jpg', { ageHours: 24 * 6 })
  await db.asService((tx) =>
    sql`insert into storage.buckets (id, name) values ('papers', 'papers') on conflict do nothing`.execute(tx),
  )
  await object('paper.txt', { bucket: 'papers' })

  const faces = ['first face.jpg', "second's (2).jpg"].map((key) => ({ url: urlOf(key), alt: 'A dress.' }))
  await db.product({ pictures: JSON.stringify(faces) })
  await db.product({ image_url: urlOf('by-column.jpg').replace('https://shop.example', '') })
  const { id } = await db.order()
  await db.asService((tx) =>
    tx
      .insertInto('order_lines')
      .values({
        order_id: id,
        position: 0,
        product_id: randomUUID(),
        slug: 'x',
        name: 'x',
        size: 'x',
        unit_price: pounds(1),
        quantity: 1,
        image_url: urlOf('ordered.jpg'),
        dispatch_by: '2030-01-01',
      })
      .execute(),
  )
  const deleted = await db.product({ image_url: urlOf('long-deleted.jpg') })
  await db.asService((tx) => tx.deleteFrom('products').where('id', '=', deleted.id).execute())
  await db.owner.transaction().execute(async (tx) => {
    await sql`alter table private.deleted_products no force row level security`.execute(tx)
    await sql`update private.deleted_products set deleted_at = now() - interval '2 years'`.execute(tx)
    await sql`alter table private.deleted_products force row level security`.execute(tx)
  })

  const picture = { url: urlOf('maker-hands.jpg').replace('https://shop.example', '') }
  const draft = JSON.stringify({ blocks: [{ type: 'text' }, { type: 'picture', picture, alt: '' }] })
  await db.asService((tx) =>
    sql`insert into private.documents (path, own, draft) values ('/maker', true, ${draft}::jsonb)`.execute(tx),
  )
  const banner = { name: 'banner', value: JSON.stringify('A line of text') }
  await db.asService((tx) => tx.insertInto('private.settings').values(banner).execute())

  expect(await sweep()).toMatchObject({ rows: 1 })
  const remaining = [
    'by-column.jpg',
    'first face.jpg',
    'long-deleted.jpg',
    'maker-hands.jpg',
    'ordered.jpg',
    'paper.txt',
  ]
  expect(await namesThere()).toEqual([...remaining, "second's (2).jpg", 'young.jpg'])
  expect(await sweep()).toMatchObject({ rows: 0, files: 0 })
})

test('a photograph of a return stays while the return names it, and goes after its customer’s data are erased', async () => {
  const { id } = await db.order()
  const [named, unused] = [`${id}/${randomUUID()}`, `${id}/${randomUUID()}`]
  for (const key of [named, unused]) await object(key, { bucket: 'return-photographs' })
  const declared = { id: randomUUID(), order_id: id, kind: 'fault', photographs: [named] }
  await db.asService((tx) => tx.insertInto('private.returns').values(declared).execute())
  expect(await sweep()).toMatchObject({ rows: 1 })
  expect(await namesThere()).toContain(named)
  await db.asService((tx) => tx.updateTable('private.returns').set({ photographs: [] }).execute())
  expect(await sweep()).toMatchObject({ rows: 1 })
  expect(await namesThere()).not.toContain(named)
})

test('files without a row are removed when they are a day old, of whole objects and of older versions', async () => {
  const remaining = await object('kept.jpg', { ageHours: 48 })
  const replaced = { ...remaining, version: randomUUID() }
  const lost = { id: randomUUID(), version: randomUUID() }
  const underWay = { id: randomUUID(), version: randomUUID() }
  for (const place of [replaced, lost, underWay]) {
    for (const name of [originalName(place), renditionName(place, 'clean', 'jpeg')]) {
      await files.put(name, Buffer.from('x'), 'a/b')
      const hours = place === underWay ? 23 : 25
      const at = new Date(Date.now() - hours * hour)
      await utimes(join(folder, name), at, at)
    }
  }
  await files.put('objects/what-is-this', Buffer.from('x'), 'a/b')
  expect(await sweep()).toMatchObject({ files: 4 })
  expect([await filesOf(remaining), await filesOf(lost), await filesOf(underWay)]).toEqual([2, 0, 2])
})

test('a picture that a product is about to show is not swept', async () => {
  await object('taken-up.jpg')
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
  const saving = db.asService(async (tx) => {
    await tx
      .insertInto('products')
      .values({ name: 'A dress', slug: `dress-${randomUUID()}`, price: pounds(10), image_url: urlOf('taken-up.jpg') })
      .execute()
    written()
    await mayEnd
  })
  await isWritten
  expect(await sweep()).toMatchObject({ rows: 0 })
  end()
  await saving
  expect(await sweep()).toMatchObject({ rows: 0 })
  expect(await namesThere()).toContain('taken-up.jpg')
})

test('a product cannot be saved with a picture that was swept meanwhile, but can with one that it shows already', async () => {
  const { id } = await object('swept.jpg')
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isGone, resolve: gone } = Promise.withResolvers<void>()
  const sweeping = db.asService(async (tx) => {
    await sql`delete from storage.objects where id = ${id}`.execute(tx)
    gone()
    await mayEnd
  })
  await isGone
  const saving = db.product({ image_url: urlOf('swept.jpg') })
  end()
  await sweeping
  await expect(saving).rejects.toMatchObject({ code: '23514', message: expect.stringContaining('no longer stored') })

  await object('shown.jpg')
  const shown = await db.product({ image_url: urlOf('shown.jpg') })
  await db.asService((tx) => sql`delete from storage.objects where name = 'shown.jpg'`.execute(tx))
  const pictures = JSON.stringify([{ url: urlOf('shown.jpg'), alt: 'A dress.' }])
  await db.asService((tx) => tx.updateTable('products').set({ pictures }).where('id', '=', shown.id).execute())
})

test('no file is swept if the files belong to another database', async () => {
  await using other = await testDatabase()
  await sweep()
  const errorLog = vi.spyOn(log, 'error')
  const lost = { id: randomUUID(), version: randomUUID() }
  const old = new Date(Date.now() - 48 * hour)
  await files.put(originalName(lost), Buffer.from('x'), 'a/b')
  await utimes(join(folder, originalName(lost)), old, old)
  expect(await sweepStorage({ db: other, files, log, pictureBuckets, isShown: isPictureShown([]) })).toEqual({
    unfinished: 0,
    rows: 0,
    files: 0,
  })
  expect(await filesOf(lost)).toBe(1)
  expect(errorLog).toHaveBeenCalledTimes(1)
  expect((await sweep()).files).toBeGreaterThan(0)
})

test('cards that a former version kept are removed with the files that no row names', async () => {
  const names = ['sharing/shop-0123456789ab.jpg', 'sharing/product/ruth-0123456789ab.jpg']
  for (const name of names) {
    await files.put(name, Buffer.from('card'), 'image/jpeg')
    await utimes(join(folder, name), new Date(0), new Date(0))
  }
  await sweep()
  for (const name of names) expect(await files.read(name)).toBeNull()
})
