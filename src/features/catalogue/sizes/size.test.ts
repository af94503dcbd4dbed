import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSizeAdvice, type SizeAdvice } from './size.ts'
import { adviceForMaker, measurementWords } from './size-advice-labels.ts'

const advice: SizeAdvice = { size: '10-12', ease: 'close', bust: 92, waist: 75, hips: 100, unit: 'cm' }

test('advice is read as it was stored, without other fields', () => {
  expect(readSizeAdvice({ ...advice, name: 'Ruth', bust: 92.004 })).toEqual(advice)
})

test('measurements out of range in their unit are not advice', () => {
  const wrong = [
    { bust: 39 },
    { bust: 201 },
    { unit: 'in' },
    { unit: 'ell' },
    { ease: 'tight' },
    { waist: '75' },
    { hips: Number.NaN },
    { size: '' },
    { size: 'x'.repeat(41) },
    { size: 12 },
    { size: '1\u0000' },
    { size: '1\ud800' },
    { size: '1\u202e' },
  ]
  for (const change of wrong) expect(readSizeAdvice({ ...advice, ...change })).toBeNull()
  expect(readSizeAdvice({ ...advice, unit: 'in', bust: 36.5, waist: 30, hips: 39 })).not.toBeNull()
})

test('any value can be read, and reading the result again changes nothing', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const read = readSizeAdvice(value)
      if (read) expect(readSizeAdvice(read)).toEqual(read)
    }),
  )
})

test('its text names the parts, and inches with their centimetres', () => {
  expect(measurementWords(advice)).toBe('bust 92, waist 75, hips 100 cm, to sit close')
  expect(adviceForMaker({ ...advice, unit: 'in', ease: 'flowing', bust: 36.5, waist: 30, hips: 39 })).toBe(
    'Her measurements: bust 36.5, waist 30, hips 39 in (93, 76, 99 cm), to flow; the finder gave 10–12.',
  )
})
