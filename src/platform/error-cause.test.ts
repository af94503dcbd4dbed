import { expect, test } from 'vitest'
import { causeOf } from './error-cause.ts'

test('the cause of an error is named, and of several addresses that refuse each', () => {
  expect(causeOf(new Error('it failed'))).toBe('it failed')
  expect(causeOf(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))).toBe(
    'connect ECONNREFUSED',
  )
  const both = ['connect ECONNREFUSED ::1:9', 'connect ECONNREFUSED 127.0.0.1:9'].map((message) => new Error(message))
  expect(causeOf(new AggregateError(both))).toBe('connect ECONNREFUSED ::1:9; connect ECONNREFUSED 127.0.0.1:9')
  expect(causeOf(new TypeError('fetch failed', { cause: new AggregateError(both) }))).toContain('::1:9; connect')
})
