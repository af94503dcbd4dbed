import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { systemClock } from './clock.ts'
import { createStripeCalls, shareRequests, type ThrottleName, timeouts } from './stripe-calls.ts'
import { providerDown } from './stripe-errors.ts'

const unanswered = () => Promise.reject(providerDown())

test.each([
  ['background', 'checkout'],
  ['confirming', 'checkout'],
  ['background', 'confirming'],
] as [ThrottleName, ThrottleName][])('an open circuit breaker of %s does not stop %s', async (quiet, other) => {
  const requestRates = { checkout: 1_000, confirming: 1_000, background: 1_000 }
  const calls = createStripeCalls({ log: createLog({ level: 'silent' }), clock: systemClock, requestRates, timeouts })
  for (let n = 0; n < 5; n += 1) await expect(calls.call(quiet, unanswered)).rejects.toMatchObject(noAnswer)
  let isRun = false
  const run = async () => {
    isRun = true
  }
  await expect(calls.call(quiet, run)).rejects.toMatchObject(noAnswer)
  await expect(calls.inTurn(quiet, run)).rejects.toMatchObject(noAnswer)
  expect(isRun).toBe(false)
  expect(await calls.call(other, async () => 'a page')).toBe('a page')
  expect(await calls.inTurn(other, async () => 'a turn')).toBe('a turn')
})

const noAnswer = { code: 'payment_provider_down' }

test('the requests of a program are divided without a rest, whatever its share of the limit', () => {
  expect(shareRequests()).toEqual({ checkout: 15, confirming: 8, background: 2 })
  const { checkout, confirming, background } = shareRequests(8)
  expect(checkout + confirming + background).toBeCloseTo(8)
})
