import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { originalName } from '#platform/storage/files/file-store.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { importOpeningCatalogue } from './opening-catalogue.server.ts'
import { openingGarments as garments } from './opening-garments.ts'
import { listSizes } from './sizes/size-chart.ts'

const log = createLog({ level: 'silent' })

/** A data folder, and a folder of pictures that contains only two of Mary's dress. */
async function folders() {
  const dir = await mkdtemp(join(tmpdir(), 'catalogue-'))
  const jpeg = sharp({ create: { width: 300, height: 400, channels: 3, background: '#3d5a45' } }).jpeg()
  await writeFile(join(dir, 'mary-dress.jpg'), await jpeg.toBuffer())
  await writeFile(join(dir, 'mary-dress-back.jpg'), await jpeg.toBuffer())
  const list = [
    { slug: 'home-hero', file: 'mary-dress.jpg', width: 300, height: 400, alt: 'Everything.' },
    { slug: 'mary-dress', file: 'mary-dress.jpg', width: 300, height: 400, alt: 'A green dress.' },
    { slug: 'mary-dress', file: 'mary-dress-back.jpg', width: 300, height: 400, alt: 'The same from behind.' },
  ]
  await writeFile(join(dir, 'pictures.json'), JSON.stringify(list))
  return {
    files: diskStore(join(dir, 'storage')),
    picturesDir: dir,
    async [Symbol.asyncDispose]() {
      await rm(dir, { recursive: true, force: true })
    },
  }
}

test('a new shop starts with the catalogue, in its order, with two live pre-orders', async () => {
  await using db = await testDatabase()
  await using at = await folders()
  expect(await importOpeningCatalogue({ db, log, ...at })).toBe(garments.length)

  const rows = await db.as({ role: 'anon' }, (tx) =>
    tx
      .selectFrom('products')
      .selectAll()
      .select(sql<boolean>`is_preorder_live(is_preorder, preorder_end_date)`.as('is_live'))
      .select(sql<number>`round(extract(epoch from preorder_end_date - shop_now()) / 3600)::int`.as('hours'))
      .orderBy('created_at')
      .execute(),
  )
  expect(rows.map((row) => row.slug)).toEqual(garments.map((garment) => garment.slug))
  expect(rows.filter((row) => row.is_live).map((row) => [row.slug, row.hours])).toEqual([
    ['esther-gown', 21 * 24],
    ['deborah-coat', 12 * 24],
  ])
  expect(rows[0]).toMatchObject({
    name: 'Mary Dress',
    price: '89.00',
    sizes: listSizes().map(({ size }) => size),
    production_days: null,
  })

  const [mary, ruth] = rows
  expect(mary?.image_url).toMatch(
    /^\/storage\/v1\/object\/public\/product-images\/catalogue\/mary-dress-[0-9a-f]{8}\.jpg$/,
  )
  expect(mary?.pictures).toEqual([
    {
      url: mary?.image_url,
      alt: 'A green dress.',
      width: 300,
      height: 400,
      blur: expect.stringMatching(/^#[\da-f]{6},#[\da-f]{6}$/),
    },
    expect.objectContaining({ alt: 'The same from behind.' }),
  ])
  expect(ruth).toMatchObject({ image_url: null, pictures: [] })
  const key = mary?.image_url?.split('/product-images/')[1] ?? ''
  const object = await db.asService((tx) =>
    tx.selectFrom('storage.objects').selectAll().where('name', '=', key).executeTakeFirstOrThrow(),
  )
  expect(object.picture).toMatchObject({ type: 'image/jpeg', width: 300, height: 400 })
  expect(await at.files.read(originalName(object))).toEqual(await readFile(join(at.picturesDir, 'mary-dress.jpg')))
})

test('two processes that start together import one catalogue', async () => {
  await using db = await testDatabase()
  await using at = await folders()
  const counts = await Promise.all([1, 2, 3].map(() => importOpeningCatalogue({ db, log, ...at })))
  expect(counts.toSorted()).toEqual([0, 0, garments.length])
})

test('an owner who changed or deleted the garments, or disabled the import, does not get them again', async () => {
  await using db = await testDatabase()
  await using at = await folders()
  await importOpeningCatalogue({ db, log, ...at })
  await db.asService((tx) => tx.deleteFrom('products').execute())
  expect(await importOpeningCatalogue({ db, log, ...at })).toBe(0)

  await using other = await testDatabase()
  await other.product()
  expect(await importOpeningCatalogue({ db: other, log, ...at })).toBe(0)
})

test('every garment has all of its details, and none makes an unverifiable claim', () => {
  expect(garments.length).toBeGreaterThanOrEqual(12)
  expect(new Set(garments.map((garment) => garment.slug)).size).toBe(garments.length)
  for (const garment of garments) {
    const words = JSON.stringify(garment)
    expect(words).not.toMatch(/ethical|sustainab|\beco|guilt|conscious|flattering|must-have/i)
    expect(garment.fabric).toMatch(/\d+%/)
    // The hem at each height is drawn and listed from the measures.
    expect(garment.measures.length).toBeGreaterThan(0)
    expect(garment.modestyNotes).toMatch(/Neckline|Waist|Collar|Closure/)
    expect(Number.isInteger(garment.pricePence)).toBe(true)
    // Components of one fabric add up to 100 %.
    for (const part of garment.fabric.split(/[.;] /)) {
      const percents = [...part.matchAll(/(\d+)%/g)].map((match) => Number(match[1]))
      if (percents.length > 0) expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100)
    }
  }
})
