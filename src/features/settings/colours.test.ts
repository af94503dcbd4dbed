import { expect, test } from 'vitest'
import { colours } from '#shop-colours'
import { ColoursSchema, coloursOf } from './colours.ts'

const print = { id: '', name: 'Prints', swatch: '#8b8b8a', shades: 'Floral, striped  Rosé' }

test('the first families are valid and stay as they are', () => {
  expect(ColoursSchema.parse(colours)).toEqual(colours)
  expect(JSON.stringify(coloursOf(structuredClone(colours)))).toBe(JSON.stringify(colours))
})

test.each([
  [[], 'Please keep one family.'],
  [[...colours, { ...print, name: 'other' }], 'Colours of no family are “Other” already.'],
  [[...colours, { ...print, name: 'BLUE' }], 'Another family is called that.'],
  [[...colours, { ...print, name: '<b>' }], 'Please use letters only.'],
  [[...colours, { ...print, swatch: 'red' }], 'Please choose a colour.'],
])('what cannot be the families is refused, %#', (typed, message) => {
  expect(ColoursSchema.safeParse(typed).error?.issues[0]?.message).toBe(message)
})
