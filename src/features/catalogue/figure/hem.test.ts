import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuts, type Measures } from '../measures.ts'
import { openingGarments as garments } from '../opening-garments.ts'
import { drawGarment } from './draw-garment.ts'
import { bodyOf, hemAbove, hemEntry, hemmedFor, hemSentence, shortest, tableHeights, takenUp, tallest } from './hem.ts'
import { shapeOf } from './shape.ts'

const mary: Measures = { cut: 'gathered', from: 'nape', length: 143, hem: 260, sleeve: 60 }
const heights = fc.integer({ min: 140, max: 200 })
const heels = fc.constantFrom(0, 5, 12)
const anyMeasures: fc.Arbitrary<Measures> = fc
  .record({
    cut: fc.constantFrom(...cuts.map(({ id }) => id)),
    from: fc.constantFrom('nape' as const, 'waist' as const),
    length: fc.integer({ min: 20, max: 170 }),
    hem: fc.option(fc.integer({ min: 60, max: 900 }), { nil: undefined }),
    sleeve: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
    sleeveWidest: fc.option(fc.integer({ min: 20, max: 150 }), { nil: undefined }),
    cuff: fc.option(fc.integer({ min: 14, max: 150 }), { nil: undefined }),
    neckDrop: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
    neckWidth: fc.option(fc.integer({ min: 10, max: 45 }), { nil: undefined }),
    collar: fc.option(fc.integer({ min: 0, max: 15 }), { nil: undefined }),
  })
  .map((measures) => measures as Measures)

/** With plain spaces; a number and its unit have one that does not break. */
const sentence = (measures: Measures, height: number, heel: number, hem: 'hers' | 'offered' | 'as it is' = 'offered') =>
  hemSentence(measures, { height, heel, hem }).replaceAll('\u00a0', ' ')
const entry = (measures: Measures, height: number, heel: number, isHemmed = true) =>
  hemEntry(measures, height, heel, isHemmed).replaceAll('\u00a0', ' ')

test('the sentence names the height, the shoes, the part of the leg and the distance from the floor', () => {
  expect(sentence(mary, 170, 0)).toBe('At 170 cm in flats the hem falls below the ankle bone, 4 cm above the floor.')
  expect(sentence(mary, 170, 5)).toBe(
    'At 170 cm in 5 cm heels the hem falls below the ankle bone, 9 cm above the floor.',
  )
  expect(sentence(mary, 175, 0)).toBe('At 175 cm in flats the hem falls at the ankle bone, 8 cm above the floor.')
  expect(entry({ ...mary, length: 117 }, 170, 0)).toBe('30 cm above the floor, at mid-calf')
  expect(entry({ ...mary, length: 61 }, 170, 0)).toBe('86 cm above the floor, at the hip')
  expect(entry(mary, 160, 0)).toBe('5 cm too long; we’ll hem it free')
  expect(entry(mary, 160, 0, false)).toBe('5 cm too long')
})

test('a garment that is too long is taken up for her height, offered to others, and left where nothing is hemmed', () => {
  const lydia: Measures = { ...mary, length: 138.7 }
  expect(sentence(lydia, 150, 0, 'hers')).toBe(
    'At 150 cm in flats it’s 9 cm too long. We’ll take it up 11 cm, so it clears the floor by 2.',
  )
  expect(sentence(mary, 160, 0)).toBe('At 160 cm in flats it’s 5 cm too long. With your height we’ll hem it free.')
  expect(sentence(mary, 165, 0, 'hers')).toBe(
    'At 165 cm in flats the hem just touches the floor. We’ll take it up 2 cm, so it clears the floor by 2.',
  )
  expect(sentence(mary, 160, 0, 'as it is')).toBe('At 160 cm in flats it’s 5 cm too long.')
  expect(sentence(mary, 165, 0, 'as it is')).toBe('At 165 cm in flats the hem just touches the floor.')
})

test('what is taken up clears the floor by two centimetres, and nothing else is shortened', () => {
  fc.assert(
    fc.property(anyMeasures, heights, heels, (measures, height, heel) => {
      const before = hemAbove(measures, bodyOf(height, heel))
      const after = hemAbove(hemmedFor(measures, height, heel), bodyOf(height, heel))
      if (Math.round(before) > 0) expect(after).toBeCloseTo(before, 9)
      else expect(Math.round(after)).toBe(2)
      const up = takenUp(measures, height, heel)
      expect(sentence(measures, height, heel, 'hers').includes(`take it up ${up} cm`)).toBe(up > 0)
    }),
  )
})

test('a hem is nearer to the floor the shorter the wearer is, and as much higher as the heel', () => {
  fc.assert(
    fc.property(anyMeasures, heights, fc.integer({ min: 1, max: 30 }), heels, (measures, height, more, heel) => {
      const above = (cm: number, worn: number) => hemAbove(measures, bodyOf(cm, worn))
      expect(above(height + more, heel)).toBeGreaterThan(above(height, heel))
      expect(above(height, heel)).toBeCloseTo(above(height, 0) + heel, 9)
    }),
  )
})

test('the table and the sentence agree at every height', () => {
  expect([tableHeights[0], tableHeights.at(-1)]).toEqual([shortest, tallest])
  for (const { measures } of garments) {
    for (const height of tableHeights) {
      const [, cm = '0'] = /(\d+) cm (?:above|too long)/.exec(entry(measures, height, 0)) ?? []
      const said = sentence(measures, height, 0)
      expect(said).toContain(cm === '0' ? 'touches the floor' : `${cm} cm`)
      expect(said.includes('too long')).toBe(entry(measures, height, 0).includes('too long'))
    }
  }
})

test('the drawn hem is where the sentence says, and never below the floor', () => {
  fc.assert(
    fc.property(anyMeasures, heights, heels, (measures, height, heel) => {
      const body = bodyOf(height, heel)
      const { hemY, pooled } = shapeOf(measures, body)
      const above = hemAbove(measures, body)
      expect(hemY).toBeGreaterThanOrEqual(0)
      expect(hemY - pooled).toBeCloseTo(above, 9)
    }),
  )
})

test('any measures that the form accepts make a drawing of finite lines', () => {
  fc.assert(
    fc.property(anyMeasures, heights, heels, (measures, height, heel) => {
      const strokes = drawGarment(measures, bodyOf(height, heel))
      expect(strokes.length).toBeGreaterThan(2)
      for (const { d } of strokes) expect(d).toMatch(/^M[-\d. MLCZa]+$/)
    }),
  )
})

test('every opening garment is drawn in its own lines, and none of its drawing is below the floor by more than its edge', () => {
  const drawings = garments.map(({ measures }) => drawGarment(measures, bodyOf(150)).map(({ d }) => d))
  expect(new Set(drawings.map((lines) => lines.join())).size).toBe(garments.length)
  for (const lines of drawings) {
    const below = lines.join('').matchAll(/[-\d.]+ ([-\d.]+)/g)
    expect(Math.max(...[...below].map(([, y]) => Number(y)))).toBeLessThan(3)
  }
})
