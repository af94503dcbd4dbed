import { expect, test } from 'vitest'
import { applyFacts } from '#features/settings/keep-facts.ts'
import { firstKinds } from '#features/settings/kinds.ts'
import { shopInPages } from '#shop'
import { testDatabase } from '#tests/fixtures/database.ts'
import { hasHem } from './kinds.ts'
import { parseProduct } from './product.ts'

test('a garment’s kinds and the one the program knows are equal, whichever of them a version writes', async () => {
  await using db = await testDatabase()
  const change = (id: string, columns: { kind?: string | null; kinds?: string[] }) =>
    db.asService((tx) =>
      tx
        .updateTable('products')
        .set(columns)
        .where('id', '=', id)
        .returning(['kind', 'kinds'])
        .executeTakeFirstOrThrow(),
    )
  // The version before this one.
  const { id, kind, kinds } = await db.product({ kind: 'dress' })
  expect({ kind, kinds }).toEqual({ kind: 'dress', kinds: ['dress'] })
  expect(await change(id, { kind: 'skirt' })).toEqual({ kind: 'skirt', kinds: ['skirt'] })
  // This one.
  expect(await change(id, { kinds: ['evening', 'coat', 'dress'] })).toEqual({
    kind: 'coat',
    kinds: ['evening', 'coat', 'dress'],
  })
  expect(await change(id, { kind: 'top' })).toEqual({ kind: 'top', kinds: ['top', 'evening', 'dress'] })
  expect(await change(id, { kind: null })).toEqual({ kind: null, kinds: ['evening', 'dress'] })
  expect(await change(id, { kinds: ['evening'] })).toEqual({ kind: null, kinds: ['evening'] })
  expect(await change(id, { kinds: [] })).toEqual({ kind: null, kinds: [] })
  for (const wrong of [['a b'], ['Dress'], [''], Array.from({ length: 13 }, (_, at) => `kind-${at}`)]) {
    await expect(change(id, { kinds: wrong }), JSON.stringify(wrong)).rejects.toMatchObject({ code: '23514' })
  }
})

test('a row of before the migration has its one kind', () => {
  const row = { id: '1', name: 'Mary Dress', slug: 'mary', description: '', price: 89, sizes: ['8-10'], active: true }
  const product = parseProduct({
    ...row,
    is_preorder: false,
    created_at: '2026-01-01T00:00:00Z',
    kind: 'dress',
    kinds: [],
  })
  expect(product).toMatchObject({ kind: 'dress', kinds: ['dress'] })
})

test('a garment is hemmed unless one of its kinds has no hem, which the owner decides', () => {
  const length = '143 cm from the nape to the hem'
  const isHemmed = (...kinds: string[]) => hasHem({ kinds, length, measures: null })
  expect([isHemmed('dress'), isHemmed(), isHemmed('accessory'), isHemmed('capes')]).toEqual([true, true, false, true])
  const capes = { id: 'capes', name: 'Cape', plural: 'Capes', slug: 'capes', former: [], hasHem: false }
  // As it was stored before hems were in it.
  const stored = firstKinds.map(({ hasHem: _, ...kind }) => kind)
  applyFacts(new Map([['kinds', [...stored, capes]]]), new Date())
  expect([isHemmed('dress', 'capes'), isHemmed('accessory')]).toEqual([false, false])
  expect(JSON.parse(shopInPages() ?? '')).toEqual({ kindsWithoutHem: ['accessory', 'capes'] })
  applyFacts(new Map([['kinds', stored]]), new Date())
  expect(shopInPages()).toBeUndefined()
})
