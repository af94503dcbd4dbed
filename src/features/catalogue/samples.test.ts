import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clothName,
  clothPicture,
  clothsOf,
  garmentsOfSet,
  hasOnlySamples,
  namedSize,
  sizeLabel,
  sizeOfCloths,
} from './samples.ts'

const mary = { name: 'Mary Dress', colour: 'Forest green' }
const ruth = { name: 'Ruth Skirt', colour: null }
const garments = [mary, ruth, ...['Anna', 'Esther', 'Lydia'].map((name) => ({ name, colour: 'Sage' }))]

test('a set of samples names its cloths by garment and colour, and reads as text', () => {
  const size = sizeOfCloths([clothName(mary), clothName(ruth)])
  expect(size).toBe('Fabrics: Mary Dress (forest green); Ruth Skirt')
  expect(sizeLabel(size)).toBe(size)
  expect(namedSize({ name: 'Fabric samples', size })).toBe('Fabric samples: Mary Dress (forest green); Ruth Skirt')
  expect([sizeLabel('10-12'), namedSize({ name: 'Mary Dress', size: '10-12' })]).toEqual([
    'Size 10–12',
    'Mary Dress, size 10–12',
  ])
  expect([clothsOf('10-12'), clothsOf('One size')]).toEqual([null, null])
})

test('a set has one to four different cloths, all of garments that are known', () => {
  const names = garments.map(clothName)
  expect(garmentsOfSet(sizeOfCloths(names.slice(0, 4)), garments)).toEqual(garments.slice(0, 4))
  expect(garmentsOfSet(sizeOfCloths(names), garments)).toBeNull()
  expect(garmentsOfSet(sizeOfCloths([]), garments)).toBeNull()
  expect(garmentsOfSet(sizeOfCloths(['Ruth Skirt', 'Ruth Skirt']), garments)).toBeNull()
  expect(garmentsOfSet(sizeOfCloths(['Ruth Skirt', 'Naomi Abaya']), garments)).toBeNull()
  expect(garmentsOfSet('10-12', garments)).toBeNull()
})

test('any names and colours survive as one text, also with the separator in them', () => {
  const text = fc.string({ minLength: 1, maxLength: 120 }).map((given) => `x${given.trim()}`)
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), (given) => {
      const some = given.map((name) => ({ name, colour: name.length % 2 ? name : null }))
      fc.pre(new Set(some.map(clothName)).size === some.length)
      expect(garmentsOfSet(sizeOfCloths(some.map(clothName)), some)).toEqual(some)
    }),
  )
})

test('the picture of a cloth is the close one, else the last', () => {
  const front = { url: '/front', alt: 'Seen from the front.' }
  const close = { url: '/close', alt: 'Seen close.' }
  expect(clothPicture([front, close, { url: '/back' }])).toBe(close)
  expect(clothPicture([close, front].slice(1))).toBe(front)
  expect(clothPicture([])).toBeNull()
})

test('an order of samples alone is distinguished from a mixed one', () => {
  const set = { size: sizeOfCloths(['Ruth Skirt']) }
  expect([hasOnlySamples([set]), hasOnlySamples([set, { size: '10-12' }]), hasOnlySamples([])]).toEqual([
    true,
    false,
    false,
  ])
})
