import { expect, test } from 'vitest'
import { halfInches } from '#base/inches.ts'
import { centimetres, feetAndInches, inches, lengthChart, listSizes } from './size-chart.ts'

test('a fresh shop has the specification’s sizes', () => {
  expect(listSizes().map(({ size }) => size)).toEqual(['8-10', '10-12', '12-14', '14-16', '16-18'])
})

test('neighbouring sizes share an edge and grow by five centimetres', () => {
  for (const part of ['bust', 'waist', 'hips'] as const) {
    listSizes().forEach((row, index) => {
      expect(row[part][1] - row[part][0]).toBe(5)
      const next = listSizes()[index + 1]
      if (next) expect(next[part][0]).toBe(row[part][1])
    })
  }
})

test('inches are rounded to the nearest half inch', () => {
  expect(inches([83, 88])).toBe('32½–34½ in')
  expect(inches([66, 71])).toBe('26–28 in')
  expect(inches([111, 116])).toBe('43½–45½ in')
  expect(centimetres([83, 88])).toBe('83–88 cm')
})

test('lengths and heights are formatted as people say them', () => {
  expect(lengthChart.map(({ length }) => halfInches(length))).toEqual(['52', '54', '56', '58', '60'])
  expect(lengthChart.map(({ height }) => feetAndInches(height[0]))).toEqual(['4′11″', '5′2″', '5′4″', '5′6″', '5′8″'])
})
