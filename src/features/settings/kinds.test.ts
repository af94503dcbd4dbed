import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstKinds, type ShopKind, type TypedKind, writeKinds } from './kinds.ts'

const written = (typed: readonly TypedKind[], before: readonly ShopKind[] = firstKinds): ShopKind[] => {
  const kinds = writeKinds(typed, before)
  if (typeof kinds === 'string') throw new Error(kinds)
  return kinds
}

test('a new kind gets an id and a slug of its own, and a renamed one keeps both its id and its former links', () => {
  const [dress, ...others] = firstKinds
  if (!dress) throw new Error('no kinds')
  const renamed = written([
    { ...dress, plural: 'Gowns & dresses' },
    ...others,
    { id: '', name: 'Évasé', plural: 'Évasés', hasHem: false },
  ])
  expect(renamed[0]).toEqual({ ...dress, plural: 'Gowns & dresses', slug: 'gowns-dresses', former: ['dresses'] })
  expect(renamed.at(-1)).toEqual({
    id: 'evases',
    name: 'Évasé',
    plural: 'Évasés',
    hasHem: false,
    slug: 'evases',
    former: [],
  })
  // Back again: the name in between keeps its links too.
  expect(written([{ ...dress }, ...others], renamed)[0]).toMatchObject({ slug: 'dresses', former: ['gowns-dresses'] })
  // Another kind may take a former name, and then has its links.
  const taken = written([...renamed, { id: '', name: 'Day dress', plural: 'Dresses', hasHem: true }], renamed)
  expect(taken[0]?.former).toEqual([])
  expect(taken.at(-1)).toMatchObject({ id: 'dresses', slug: 'dresses' })
})

test('two kinds of one name, and a name without letters, are refused in words', () => {
  const named = (plural: string) => ({ id: '', name: plural, plural, hasHem: true })
  expect(writeKinds([...firstKinds, named('skirts')], firstKinds)).toBe('There are two kinds called “skirts”.')
  expect(writeKinds([named('!!')], firstKinds)).toBe('“!!” has no letter. Please give it a name.')
})

test('whatever she does in whatever order, ids and slugs are different, and no former link is lost or ambiguous', () => {
  const name = fc.constantFrom('Dresses', 'Gowns', 'Evening', 'Coats', 'Capes', 'Hijabs', 'Scarves')
  const step = fc.record({ at: fc.nat(), to: name, does: fc.constantFrom('add', 'rename', 'move') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let kinds: readonly ShopKind[] = firstKinds
      const links = new Set(kinds.map(({ slug }) => slug))
      for (const { at, to, does } of steps) {
        const place = at % kinds.length
        const typed: TypedKind[] =
          does === 'add'
            ? [...kinds, { id: '', name: to, plural: to, hasHem: true }]
            : does === 'rename'
              ? kinds.map((kind, each) => (each === place ? { ...kind, plural: to } : kind))
              : [...kinds.slice(place), ...kinds.slice(0, place)]
        const next = writeKinds(typed, kinds)
        if (typeof next === 'string') continue
        kinds = next
        for (const { slug } of kinds) links.add(slug)
        expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length)
        const all = kinds.flatMap(({ slug, former }) => [slug, ...former])
        for (const link of links) expect(all).toContain(link)
        expect(new Set(kinds.map(({ slug }) => slug)).size).toBe(kinds.length)
      }
    }),
  )
})
