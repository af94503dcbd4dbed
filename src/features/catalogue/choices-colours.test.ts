import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ColoursSchema, nameFamilies } from '#features/settings/colours.ts'
import { applyFacts } from '#features/settings/keep-facts.ts'
import { changeShop, shopInPages } from '#shop'
import { colours } from '#shop-colours'
import { colourFamiliesOf, listFamilies } from './choices.ts'
import { openingGarments as garments } from './opening-garments.ts'

test.each([
  ['Sage', 'green'],
  ['Forest green', 'green'],
  ['Slate blue', 'blue'],
  ['Blue slate', 'blue'],
  ['blue-grey', 'grey'],
  ['Dusty rose', 'pink'],
  ['Burnt orange', 'orange'],
  ['Off-white', 'white'],
  ['Crème', 'other'],
  ['Ivory and navy', 'white blue'],
  ['Teal', 'blue green'],
  ['Verdigris', 'other'],
  ['GRAY', 'grey'],
  ['Rosé', 'pink'],
  ['  ', ''],
  [null, ''],
])('the colour %j is of the families “%s”', (colour, families) => {
  expect(colourFamiliesOf(colour).join(' ')).toBe(families)
})

test('the family that the owner chose replaces those of the name', () => {
  expect(colourFamiliesOf('Verdigris', 'green')).toEqual(['green'])
  expect(colourFamiliesOf('Sage', 'grey')).toEqual(['grey'])
  expect(colourFamiliesOf(null, 'black')).toEqual(['black'])
})

test('every colour of a new shop has a known family', () => {
  const families = garments.map(({ colour }) => [colour, colourFamiliesOf(colour).join(' ')])
  expect(Object.fromEntries(families)).toMatchObject({
    'Forest green': 'green',
    Sage: 'green',
    Ink: 'black',
    Midnight: 'blue',
    Terracotta: 'orange',
    Stone: 'beige',
  })
  expect(families.filter(([, family]) => family === 'other')).toEqual([])
})

test('any text gives known families, each once, and each shade finds its own', () => {
  const known = new Set<string>(['other', ...listFamilies().map(({ id }) => id)])
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (colour) => {
      const found = colourFamiliesOf(colour)
      expect(new Set(found).size).toBe(found.length)
      expect(found.every((id) => known.has(id))).toBe(true)
    }),
  )
  for (const { id, shades } of listFamilies()) {
    const words = [id, ...shades.split(' ').filter(Boolean)]
    for (const word of words) expect(colourFamiliesOf(word), word).toContain(id)
  }
})

test('an added family gets an id and finds its colours, a renamed one keeps garments and colours, and pages carry neither', () => {
  const print = { id: '', name: 'Prints', swatch: '#8b8b8a', shades: 'Floral, striped  Rosé' }
  const renamed = colours.map((family) => (family.id === 'beige' ? { ...family, name: 'Naturals' } : family))
  const families = nameFamilies(ColoursSchema.parse([...renamed, print]))
  expect(families.at(-1)).toEqual({ ...print, id: 'prints', shades: 'floral striped rose' })
  try {
    applyFacts(new Map([['colours', families]]), new Date())
    expect(colourFamiliesOf('Blue floral')).toEqual(['blue'])
    expect(colourFamiliesOf('Floral')).toEqual(['prints'])
    expect([colourFamiliesOf('Natural Naturals'), colourFamiliesOf('Oat')]).toEqual([['beige'], ['beige']])
    expect(colourFamiliesOf('Verdigris', 'prints')).toEqual(['prints'])
    expect(shopInPages()).toBeUndefined()
  } finally {
    changeShop({})
  }
  expect(colourFamiliesOf('Floral')).toEqual(['other'])
})
