// @module-tag M7

import { expect, test } from 'vitest'
import { createSendRate } from './send-rate.ts'

function rateAt(clock: { ms: number }, signal = new AbortController().signal) {
  const still = { now: () => clock.ms, after: () => () => undefined }
  return createSendRate({ clock: still, signal })
}

/** Sends so many e-mails, evenly over a second. */
async function send(rate: ReturnType<typeof rateAt>, clock: { ms: number }, emails: number) {
  for (let sent = 0; sent < emails; sent++) {
    await rate.acquire()
    clock.ms += 1_000 / emails
  }
}

test('there is no limit until a server complains', async () => {
  const clock = { ms: 1_000_000 }
  const rate = rateAt(clock)
  await send(rate, clock, 500)
  expect(rate.perSecond()).toBe(Number.POSITIVE_INFINITY)
})

test('complaints within a second halve the rate once, a later one halves it again', async () => {
  const clock = { ms: 1_000_000 }
  const rate = rateAt(clock)
  await send(rate, clock, 40)
  for (let complaint = 0; complaint < 5; complaint++) rate.slowDown()
  expect(rate.perSecond()).toBeCloseTo(20, 0)
  clock.ms += 1_001
  rate.slowDown()
  expect(rate.perSecond()).toBeGreaterThanOrEqual(1)
  expect(rate.perSecond()).toBeLessThan(11)
})

test('the rate is never below one a second, and grows until there is no limit', async () => {
  const clock = { ms: 1_000_000 }
  const rate = rateAt(clock)
  await rate.acquire()
  rate.slowDown()
  expect(rate.perSecond()).toBe(1)
  clock.ms += 70_000
  expect(rate.perSecond()).toBeCloseTo(2, 1)
  clock.ms += 600_000
  expect(rate.perSecond()).toBe(Number.POSITIVE_INFINITY)
})

test('e-mails wait for the rate, and an abort ends the wait', async () => {
  const ending = new AbortController()
  const rate = createSendRate({ signal: ending.signal })
  await rate.acquire()
  rate.slowDown()
  const before = performance.now()
  await rate.acquire()
  await rate.acquire()
  expect(performance.now() - before).toBeGreaterThan(900)
  const waits = rate.acquire()
  ending.abort()
  await expect(waits).rejects.toThrow('aborted')
})
