import { expect, test } from 'vitest'
import { converted, isInOtherUnit, isOfABody, readMeasurement } from './measurement.ts'
import { parseStoredSize } from './stored-size.ts'

test('measurements are parsed as people write them', () => {
  const inches = ['36½', '38 1/2', '38-1/4', '38 ¾', '36 in', '38.5"', '36 inches', "36''", '97 cm']
  expect(inches.map((typed) => readMeasurement(typed, 'in'))).toEqual([36.5, 38.5, 38.25, 38.75, 36, 38.5, 36, 36, 38])
  const metric = ['92', ' 92,5 ', '92.5cm', '97 cm.', '38.5"']
  expect(metric.map((typed) => readMeasurement(typed, 'cm'))).toEqual([92, 92.5, 92.5, 97, 98])
  for (const none of ['', 'large', '-92', '1e9', '9999', '38 3/2', '92 93', null]) {
    expect(readMeasurement(none, 'cm')).toBeNaN()
  }
})

test('a field follows the unit, and text that is not a number stays', () => {
  expect(converted('92', 'in')).toBe('36')
  expect(converted('36 1/2', 'cm')).toBe('93')
  expect(converted('about 90', 'in')).toBe('about 90')
})

test('a value meant in the other unit keeps its digits', () => {
  expect(converted('36', 'in')).toBe('36')
  expect(converted('96', 'cm')).toBe('96')
  expect(converted('38½"', 'in')).toBe('38½"')
})

test('measurements in the other unit are distinguished from those outside the chart', () => {
  expect(isInOtherUnit({ bust: 36, waist: 30, hips: 40 }, 'cm')).toBe(true)
  expect(isInOtherUnit({ bust: 96, waist: 78, hips: 103 }, 'in')).toBe(true)
  expect(isInOtherUnit({ bust: 120, waist: 105, hips: 130 }, 'cm')).toBe(false)
  expect(isInOtherUnit({ bust: 36, waist: 75, hips: 100 }, 'cm')).toBe(false)
  expect(isOfABody(0.96, 'cm')).toBe(false)
})

test('foreign stored text is not a measurement', () => {
  const stored = { size: '10-12', ease: 'close', bust: 92, waist: 75, hips: 100, unit: 'cm' }
  expect(parseStoredSize(JSON.stringify(stored))).toEqual(stored)
  for (const text of [null, '', 'null', '[]', '{"size":1}', '<b>', JSON.stringify({ ...stored, bust: 9 })]) {
    expect(parseStoredSize(text)).toBeNull()
  }
})
