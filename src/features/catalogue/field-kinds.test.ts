import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fabricProblem, fabricText, readFabric } from './field-kinds.ts'

test('percentages are saved as the text that customers read, and parsed back unchanged', () => {
  const parts = [
    { material: 'linen', percent: '70' },
    { material: 'viscose', percent: '30' },
  ]
  expect(fabricText({ kind: 'parts', parts })).toBe('70% linen, 30% viscose')
  expect(readFabric('70% linen, 30% viscose')).toEqual({ kind: 'parts', parts })
})

test('parsing and formatting keep any text', () => {
  const cloth = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() === text),
    fc.constantFrom(
      'Crêpe: 96% polyester, 4% elastane. Lining: 100% cotton.',
      '70% linen,30% viscose',
      '70 % linen, 30 % viscose',
      '60% linen, 30% viscose',
      '100% linen',
      '007% gold, 93% lead',
    ),
  )
  fc.assert(
    fc.property(cloth, (text) => {
      expect(fabricText(readFabric(text))).toBe(text)
    }),
  )
  expect(readFabric('60% linen, 30% viscose')).toEqual({ kind: 'words', text: '60% linen, 30% viscose' })
  expect(fabricText(readFabric(null))).toBeNull()
})

test('percentages that do not add up to 100 or are incomplete get a message; empty rows do not count', () => {
  const problemOf = (...parts: [string, string][]) =>
    fabricProblem({ kind: 'parts', parts: parts.map(([material, percent]) => ({ material, percent })) })
  expect(problemOf(['linen', '70'], ['viscose', '30'], ['', ''])).toBeNull()
  expect(problemOf(['linen', '33.3'], ['viscose', '33.3'], ['silk', '33.4'])).toBeNull()
  expect(problemOf(['linen', '70'], ['viscose', '20'])).toBe('The shares add up to 90%; a cloth has 100%.')
  expect(problemOf(['', '100'])).toBe('Each share needs its material.')
  expect(problemOf(['linen', ''])).toBe('Each material needs its share in per cent.')
  expect(problemOf(['linen, washed', '100'])).toMatch(/own words/)
  expect(problemOf()).toBeNull()
})
