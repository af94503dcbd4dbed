import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { emptyDatabase, migrationsBefore, testDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import { garmentFeatures } from './choices.ts'
import { openingGarments as garments } from './opening-garments.ts'

const stated = [
  ['Fully lined in viscose.', 'lined'],
  ['Lined to the knee.', 'lined'],
  ['Lined, with a neat yoke.', 'lined'],
  ['Opacity: opaque; it needs no slip.', 'opaque'],
  ['Not sheer: opaque in full sun.', 'opaque'],
  ['There is no fuss here: two deep pockets and a hook.', 'pockets'],
  ['In-seam pockets.', 'pockets'],
  ['Opens to the waist for nursing.', 'nursing'],
  ['Suitable for breastfeeding.', 'nursing'],
] as const

const denied = [
  'It is not lined.',
  'This skirt isn’t lined.',
  'Unlined, and opaque over a light slip.',
  'The bodice is lined.',
  'Half-lined.',
  'With a lined bodice.',
  'Lined in the bodice.',
  'Lining of the yoke: 100% viscose.',
  'Lining: none.',
  'Made without a lining.',
  'We line it in voile at no charge.',
  'It can be lined on request.',
  'Not fully opaque.',
  'Semi-opaque.',
  'Opaque. A slip is wise in strong sun.',
  'Opaque in ordinary light.',
  'Opaque, except the sheer sleeves.',
  'No pockets.',
  'It has no side pockets.',
  'Pockets on request.',
  'If you ask, we add pockets.',
  'It folds small enough to go into your pocket.',
  'Not suitable for nursing.',
  'It doesn’t open for feeding.',
  'A skirt for feeding the hens.',
] as const

/** A denial before the word, whatever the other sentences say. */
const randomDenial = fc
  .record({
    feature: fc.constantFrom('opaque', 'lined', 'pockets', 'nursing'),
    no: fc.constantFrom('no', 'not', 'never', 'without', 'isn’t', 'it doesn’t have', 'NOT'),
    filler: fc.array(fc.constantFrom('really', 'side', 'quite', 'at', 'all'), { maxLength: 3 }),
    before: fc.constantFrom('Soft.', 'Fully lined.', 'Opaque.', 'Two pockets.', 'It opens for nursing.', 'Cut wide.'),
    after: fc.constantFrom('Soft.', 'Fully lined.', 'Opaque.', 'Two pockets.', 'It opens for nursing.', 'Cut wide.'),
  })
  .map(({ feature, no, filler, before, after }) => {
    const word = feature === 'nursing' ? 'made for nursing' : feature
    return { feature, before, notes: `${before} It is ${[no, ...filler, word].join(' ')}. ${after}`, after }
  })

test('a shop that has products gets the properties that their texts state, and no new version of a product', async () => {
  await using database = await emptyDatabase()
  await using earlier = await migrationsBefore('0061')
  await migrate(database.connectionString, earlier.path)
  const denials = fc.sample(randomDenial, 100)
  const rows = [
    ...garments.map((each) => [each.slug, each.description, each.modestyNotes, each.fabric, each.kind]),
    ...stated.map(([notes], at) => [`stated-${at}`, 'Long.', notes, null, null]),
    ...denied.map((notes, at) => [`denied-${at}`, 'Long.', notes, null, null]),
    ...denials.map(({ before, notes, after }, at) => [`random-${at}`, before, notes, after, null]),
  ]
  const found = await onServer(database.connectionString, async (client) => {
    await client.query('alter table public.products no force row level security')
    for (const row of rows) {
      await client.query(
        `insert into public.products (name, slug, price, description, modesty_notes, fabric, kind)
         values ($1, $1, 9, $2, $3, $4, $5)`,
        row,
      )
    }
    await client.query(`delete from public.products where slug = 'esther-gown'`)
    await client.query('alter table public.products force row level security')
    await migrate(database.connectionString, 'db/migrations')
    await client.query('alter table public.products no force row level security')
    await client.query('alter table private.deleted_products no force row level security')
    const { rows: kept } = await client.query('select slug, features, version from public.products')
    const { rows: gone } = await client.query(
      `select product ->> 'slug' as slug, product -> 'features' as features, 1 as version from private.deleted_products`,
    )
    return new Map([...kept, ...gone].map(({ slug, features, version }) => [slug, { features, version }]))
  })
  for (const { slug, features = [] } of garments) expect(found.get(slug), slug).toEqual({ features, version: 1 })
  for (const [at, [notes, feature]] of stated.entries()) {
    expect(found.get(`stated-${at}`), notes).toEqual({ features: [feature], version: 1 })
  }
  for (const [at, notes] of denied.entries()) expect(found.get(`denied-${at}`)?.features, notes).toEqual([])
  for (const [at, { feature, notes }] of denials.entries()) {
    expect(found.get(`random-${at}`)?.features, notes).not.toContain(feature)
  }
})

test('the database knows the same properties as the form, and no others', async () => {
  await using db = await testDatabase()
  const features = garmentFeatures.map(({ id }) => id)
  const { id } = await db.product({ features })
  const row = await db.asService((tx) => tx.selectFrom('products').select('features').where('id', '=', id).execute())
  expect(row).toEqual([{ features }])
  await expect(db.product({ features: ['waterproof'] })).rejects.toThrow('products_features_check')
})
