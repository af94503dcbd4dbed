import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ColourFamily, colourFamilies, colourFamiliesOf } from './choices.ts'
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
  const known = new Set<string>(colourFamilies.map(({ id }) => id))
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (colour) => {
      const found = colourFamiliesOf(colour)
      expect(new Set(found).size).toBe(found.length)
      expect(found.every((id) => known.has(id))).toBe(true)
    }),
  )
  for (const { id, shades } of colourFamilies) {
    const words = [id as ColourFamily as string, ...shades.split(' ').filter(Boolean)]
    for (const word of words) expect(colourFamiliesOf(word), word).toContain(id)
  }
})
