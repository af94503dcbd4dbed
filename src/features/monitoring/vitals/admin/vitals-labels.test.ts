import { expect, test } from 'vitest'
import { lineOf } from './spark-line.ts'
import { valueWords } from './vitals-labels.ts'

test('a figure is formatted in the unit for its size', () => {
  expect(valueWords('lcp', 1_249)).toBe('1.2 s')
  expect(valueWords('inp', 48.4)).toBe('48 ms')
  expect(valueWords('ttfb', 999.6)).toBe('1.0 s')
  expect(valueWords('cls', 4)).toBe('0.004')
  expect(valueWords('cls', 130)).toBe('0.13')
})

test('a line is interrupted at a day without values, and a single day is a point', () => {
  expect(lineOf([null, 10, 20, null, 5], { width: 40, height: 20 })).toEqual(['M10 10L20 0', 'M40 15h0'])
  expect(lineOf([null, null], { width: 40, height: 20 })).toEqual([])
  expect(lineOf([0, 0], { width: 40, height: 20 })).toEqual(['M0 20L40 20'])
})
