import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { emptyDatabase, migrationsBefore, testDatabase } from '#tests/fixtures/database.ts'
import { onServer } from '#tests/fixtures/database-server.ts'
import {
  cuts,
  lengthText,
  type MeasureName,
  type Measures,
  measureFields,
  measureNames,
  measures,
  measuresProblems,
  measuresText,
} from './measures.ts'
import { openingGarments as garments } from './opening-garments.ts'

const typed = { ...measures.empty, cut: 'tiered', from: 'waist', length: '99', hem: '340,5' }

test('typed measures become numbers, and blank ones are absent', () => {
  expect(measures.input.parse(typed)).toEqual({ cut: 'tiered', from: 'waist', length: 99, hem: 340.5 })
  expect(measures.input.parse(measures.empty)).toBeNull()
  expect(measuresText(typed)).toBe('In tiers; from the waist; length to the hem 99 cm; round the hem 340.5 cm')
  expect(lengthText({ length: 99, from: 'waist' })).toBe('99 cm from the waist to the hem')
})

test('a garment with measures needs its cut and its length, and each number within its limits', () => {
  expect(measuresProblems(measures.empty)).toEqual({})
  expect(Object.keys(measuresProblems({ ...measures.empty, hem: '300' }))).toEqual(['cut', 'from', 'length'])
  for (const name of measureNames) {
    const { min, max } = measureFields[name]
    for (const good of [min, max]) expect(measuresProblems({ ...typed, [name]: String(good) })).toEqual({})
    for (const bad of [String(max + 1), '-1', '1e1', '10.25', 'long', ...(min > 0 ? [String(min - 1)] : [])]) {
      expect(measuresProblems({ ...typed, [name]: bad }), `${name} ${bad}`).toHaveProperty(name)
      expect(measures.input.safeParse({ ...typed, [name]: bad }).success).toBe(false)
    }
  }
})

const stored = fc.record<Measures, 'cut' | 'from' | 'length'>(
  {
    cut: fc.constantFrom(...cuts.map(({ id }) => id)),
    from: fc.constantFrom('nape' as const, 'waist' as const),
    ...(Object.fromEntries(
      measureNames.map((name) => {
        const { min, max } = measureFields[name]
        return [name, fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10)]
      }),
    ) as Record<MeasureName, fc.Arbitrary<number>>),
  },
  { requiredKeys: ['cut', 'from', 'length'] },
)

test('what the form accepts, the database accepts, and gives back unchanged', async () => {
  await using db = await testDatabase()
  const { id } = await db.product({ name: 'Measured' })
  await fc.assert(
    fc.asyncProperty(stored, async (given) => {
      const value = measures.input.parse(measures.show(measures.column.parse(given)))
      expect(value).toEqual(given)
      const row = await db.asService((tx) =>
        tx
          .updateTable('products')
          .set({ measures: JSON.stringify(value) })
          .where('id', '=', id)
          .returning('measures')
          .executeTakeFirstOrThrow(),
      )
      expect(measures.column.parse(row.measures)).toEqual(given)
    }),
    { numRuns: 40 },
  )
})

const refused = [
  [],
  'nape',
  {},
  { cut: 'tiered', from: 'waist' },
  { cut: 'tiered', from: 'waist', length: '99' },
  { cut: 'tiered', from: 'waist', length: [99] },
  { cut: 'tiered', from: 'floor', length: 99 },
  { cut: 'TIERED!', from: 'waist', length: 99 },
  { cut: 'tiered', from: 'waist', length: 99, colour: 'red' },
  { cut: 'tiered', from: 'waist', length: 99, hem: null },
  ...measureNames.map((name) => ({ cut: 'tiered', from: 'waist', length: 99, [name]: measureFields[name].max + 1 })),
]

test('the database refuses measures that the form cannot produce', async () => {
  await using db = await testDatabase()
  for (const value of refused) {
    const measures = JSON.stringify(value)
    await expect(db.product({ measures }), measures).rejects.toThrow('products_measures_check')
  }
})

test('a shop that has products gets their kinds and the opening garments’ measures, and no new version of a product', async () => {
  await using database = await emptyDatabase()
  await using earlier = await migrationsBefore('0019')
  await migrate(database.connectionString, earlier.path)
  const [mary, ruth] = garments
  const rows: [string, string, string | null][] = [
    ['Mary Dress', 'mary-dress', mary ? lengthText(mary.measures) : null],
    ['Ruth Skirt', 'ruth-skirt', ruth ? '90 cm from the waist to the hem' : null],
    ['Abigail Shirt Dress', 'own-shirt-dress', null],
    ['Cape of Good Wool', 'own-cape', 'Mid-calf'],
    ['Blouses', 'own-blouses', null],
    ['Velvet Sash', 'own-sash', null],
  ]
  await query(database.connectionString, 'alter table public.products no force row level security')
  for (const row of rows) {
    await query(
      database.connectionString,
      'insert into public.products (name, slug, price, length) values ($1, $2, 9, $3)',
      row,
    )
  }
  await query(database.connectionString, 'alter table public.products force row level security')
  await migrate(database.connectionString, 'db/migrations')
  await query(database.connectionString, 'alter table public.products no force row level security')
  const found = await query(
    database.connectionString,
    'select slug, kind, measures, version from public.products order by created_at, name',
  )
  expect(Object.fromEntries(found.map((row) => [row.slug, [row.kind, row.measures, row.version]]))).toEqual({
    'mary-dress': ['dress', mary?.measures, 1],
    'ruth-skirt': ['skirt', null, 1],
    'own-shirt-dress': ['dress', null, 1],
    'own-cape': ['coat', null, 1],
    'own-blouses': ['top', null, 1],
    'own-sash': [null, null, 1],
  })
  await query(database.connectionString, `update public.products set colour = 'Red' where slug = 'own-cape'`)
  const [cape] = await query(database.connectionString, `select version from public.products where slug = 'own-cape'`)
  expect(cape).toEqual({ version: 2 })
})

async function query(connectionString: string, text: string, values: unknown[] = []) {
  return (await onServer(connectionString, (client) => client.query(text, values))).rows
}
