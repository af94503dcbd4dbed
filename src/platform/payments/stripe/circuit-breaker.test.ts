// @module-tag P1

import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

/** A clock at a time that the test sets; it has no timers. */
function clockAt(time: number) {
  const clock = { time, now: () => clock.time, after: () => () => undefined }
  return clock
}

test('after five calls without a response calls are refused; then one is sent as a probe', () => {
  const clock = clockAt(0)
  const breaker = createCircuitBreaker({ clock })
  for (let n = 0; n < 4; n += 1) breaker.recordFailure()
  expect([breaker.isOpen(), breaker.mayCall()]).toEqual([false, true])
  breaker.recordFailure()
  expect([breaker.isOpen(), breaker.mayCall()]).toEqual([true, false])
  clock.time = 29_999
  expect(breaker.mayCall()).toBe(false)
  clock.time = 30_000
  expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, false])
  breaker.recordFailure()
  clock.time = 59_999
  expect(breaker.mayCall()).toBe(false)
  clock.time = 60_000
  expect(breaker.mayCall()).toBe(true)
  breaker.recordResponse()
  expect([breaker.isOpen(), breaker.mayCall(), breaker.mayCall()]).toEqual([false, true, true])
})

test('a response between the failures restarts the count', () => {
  const breaker = createCircuitBreaker({ clock: clockAt(0) })
  for (let n = 0; n < 4; n += 1) breaker.recordFailure()
  breaker.recordResponse()
  for (let n = 0; n < 4; n += 1) breaker.recordFailure()
  expect(breaker.isOpen()).toBe(false)
})
