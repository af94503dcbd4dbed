import { expect, test } from 'vitest'
import { bucketOf, lastBucket, valueIn } from './buckets.ts'
import { verdictOf } from './figures.ts'

test('a figure lies within its step, and a step is a tenth of it at most', () => {
  for (const value of [1, 1.5, 2, 47, 199, 200, 800, 1_200, 2_500, 4_000, 59_000]) {
    const bucket = bucketOf(value)
    expect(valueIn(bucket, 0)).toBeLessThanOrEqual(value)
    expect(valueIn(bucket, 1)).toBeGreaterThan(value)
    expect(valueIn(bucket, 1) / valueIn(bucket, 0)).toBeLessThan(1.1)
  }
})

test('what is nothing and what is beyond all have steps too', () => {
  expect(bucketOf(0)).toBe(0)
  expect(bucketOf(0.9)).toBe(0)
  expect(bucketOf(10_000_000)).toBe(lastBucket)
  expect(bucketOf(60_000)).toBeLessThanOrEqual(lastBucket)
})

test('a figure at a bound is still what the bound says', () => {
  expect([2_500, 2_501, 4_000, 4_001].map((value) => verdictOf('lcp', value))).toEqual([
    'good',
    'middling',
    'middling',
    'poor',
  ])
})
