import { expect, test } from 'vitest'
import { bucketOf, lastBucket, valueIn } from './buckets.ts'
import { verdictOf } from './figures.ts'

test('a value is within its bucket, and a bucket is at most a tenth of the value wide', () => {
  for (const value of [1, 1.5, 2, 47, 199, 200, 800, 1_200, 2_500, 4_000, 59_000]) {
    const bucket = bucketOf(value)
    expect(valueIn(bucket, 0)).toBeLessThanOrEqual(value)
    expect(valueIn(bucket, 1)).toBeGreaterThan(value)
    expect(valueIn(bucket, 1) / valueIn(bucket, 0)).toBeLessThan(1.1)
  }
})

test('zero and values over the maximum have buckets too', () => {
  expect(bucketOf(0)).toBe(0)
  expect(bucketOf(0.9)).toBe(0)
  expect(bucketOf(10_000_000)).toBe(lastBucket)
  expect(bucketOf(60_000)).toBeLessThanOrEqual(lastBucket)
})

test('a value at a bound gets the better rating', () => {
  expect([2_500, 2_501, 4_000, 4_001].map((value) => verdictOf('lcp', value))).toEqual([
    'good',
    'middling',
    'middling',
    'poor',
  ])
})
