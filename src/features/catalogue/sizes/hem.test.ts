import { expect, test } from 'vitest'
import { fullLengths, hemWords } from './hem.ts'
import { lengthChart } from './size-chart.ts'

test('the text says where a hem ends at three heights, from where its length is measured', () => {
  expect(hemWords('143 cm from the nape to the hem')).toBe(
    'In flat shoes the hem is about 4 cm above the floor if you’re 170 cm tall and about 13 cm at 180 cm; at 160 cm it is about 5 cm too long.',
  )
  expect(hemWords('75 cm from the waist to the hem')).toBe(
    'In flat shoes the hem is about 24 cm above the floor if you’re 160 cm tall, about 30 cm at 170 cm and about 36 cm at 180 cm.',
  )
  for (const unsaid of [
    '61 cm from the nape to the hem',
    'Mid-calf',
    '102 cm',
    '170 cm from the nape to the hem',
    null,
  ]) {
    expect(hemWords(unsaid)).toBeNull()
  }
})

test('a full length from the shoulder seam is 5 cm more than from the nape, within 1 cm', () => {
  for (const { height, length } of lengthChart) {
    expect(Math.abs(length - fullLengths(height).nape - 5)).toBeLessThanOrEqual(1)
  }
  expect(lengthChart.map(({ height }) => fullLengths(height).waist)).toEqual([90, 93, 96, 99, 103])
})
