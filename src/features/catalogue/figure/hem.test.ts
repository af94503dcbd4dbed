import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cuts, type Measures } from '../measures.ts'
import { openingGarments as garments } from '../opening-garments.ts'
import { drawGarment } from './draw-garment.ts'
import { bodyOf, hemAbove, hemEntry, hemSentence, shortest, tableHeights, tallest } from './hem.ts'
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

test('the sentence names the height, the shoes, the part of the leg and the distance from the floor', () => {
  expect(hemSentence(mary, 170, 0)).toBe('At 170 cm in flats the hem falls below the ankle bone, 4 cm above the floor.')
  expect(hemSentence(mary, 170, 5)).toBe(
    'At 170 cm in 5 cm heels the hem falls below the ankle bone, 9 cm above the floor.',
  )
  expect(hemSentence(mary, 175, 0)).toBe('At 175 cm in flats the hem falls at the ankle bone, 8 cm above the floor.')
  expect(hemSentence(mary, 165, 0)).toBe('At 165 cm in flats the hem just touches the floor.')
  expect(hemSentence(mary, 160, 0)).toBe(
    'At 160 cm in flats it’s 5 cm too long: enter your height and we’ll hem it free.',
  )
  expect(hemEntry({ ...mary, length: 117 }, 170, 0)).toBe('30 cm above the floor, at mid-calf')
  expect(hemEntry({ ...mary, length: 61 }, 170, 0)).toBe('86 cm above the floor, at the hip')
  expect(hemEntry(mary, 160, 0)).toBe('5 cm too long; we’ll hem it free')
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
      const [, cm = '0'] = /(\d+) cm (?:above|too long)/.exec(hemEntry(measures, height, 0)) ?? []
      const sentence = hemSentence(measures, height, 0)
      expect(sentence).toContain(cm === '0' ? 'touches the floor' : `${cm} cm`)
      expect(sentence.includes('too long')).toBe(hemEntry(measures, height, 0).includes('too long'))
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
