import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { systemClock } from '../../http/limits/pace.ts'
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

test.each(['requests', 'jobs', 'both'] as const)(
  'the requests of a program for %s are divided without a rest',
  (work) => {
    for (const perSecond of [2, 8, 25]) {
      const shares = Object.values(shareRequests(perSecond, work))
      expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(perSecond)
      // One request within 15 s, the longest wait of a customer, also with the smallest limit.
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(1 / 15)
    }
  },
)

test('a program uses its share of the limit for what it does', () => {
  expect(shareRequests()).toEqual({ checkout: 15, confirming: 8, background: 2 })
  const [server, worker] = [shareRequests(10, 'requests'), shareRequests(5, 'jobs')]
  expect(server.checkout).toBeGreaterThan(shareRequests(10).checkout)
  expect(server.background).toBeLessThan(shareRequests(10).background)
  expect(worker.confirming).toBeGreaterThan(2 * shareRequests(5).confirming)
  expect(worker.background).toBeGreaterThan(2 * shareRequests(5).background)
})
