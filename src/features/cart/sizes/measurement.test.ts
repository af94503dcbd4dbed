import { expect, test } from 'vitest'
import { parseKeptSize } from './kept-size.ts'
import { converted, readMeasurement } from './measurement.ts'

test('a measurement is read as people write it', () => {
  expect(['92', ' 92,5 ', '92.5 cm', '36½', '36 in', '36"'].map(readMeasurement)).toEqual([
    92, 92.5, 92.5, 36.5, 36, 36,
  ])
  for (const none of ['', 'large', '-92', '1e9', '9999', null]) expect(readMeasurement(none)).toBeNaN()
})

test('a field follows the unit, and what is no number stays as it was typed', () => {
  expect(converted('92', 'in')).toBe('36')
  expect(converted('36.5', 'cm')).toBe('93')
  expect(converted('about 90', 'in')).toBe('about 90')
})

test('what somebody else stored under the key is no measurement', () => {
  const kept = { size: '10-12', ease: 'close', bust: 92, waist: 75, hips: 100, unit: 'cm' }
  expect(parseKeptSize(JSON.stringify(kept))).toEqual(kept)
  for (const text of [null, '', 'null', '[]', '{"size":1}', '<b>', JSON.stringify({ ...kept, bust: 9 })]) {
    expect(parseKeptSize(text)).toBeNull()
  }
})
