// @module-tag N16

import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { hashPassword, hashQueued, verifyQueued } from './password.ts'

test('of 130 sign-ins at once 102 are verified, never more than two of them at a time, and the others refused', async () => {
  const hash = await hashPassword('a long enough one')
  const counted = countHashes()
  const verifications = Array.from({ length: 130 }, () => verifyQueued('a long enough one', hash))
  const results = await Promise.allSettled(verifications)
  expect(counted.stop()).toEqual({ all: 102, mostAtOnce: 2 })
  expect(results.filter((each) => each.status === 'fulfilled' && each.value)).toHaveLength(102)
  const refused = results.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(28)
  expect(refused[0]?.reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})

/** Observes Node: the number of argon2 jobs, and the most at a time. */
function countHashes() {
  const running = new Set<number>()
  const observed = { all: 0, mostAtOnce: 0 }
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return
      running.add(id)
      observed.all += 1
      observed.mostAtOnce = Math.max(observed.mostAtOnce, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  return {
    stop() {
      hook.disable()
      return observed
    },
  }
}

test('a password fits its own hash, and without a hash no password fits', async () => {
  const hash = await hashQueued('a long enough one')
  expect(await verifyQueued('a long enough one', hash)).toBe(true)
  expect(await verifyQueued('a long enough onf', hash)).toBe(false)
  expect(await verifyQueued('a long enough one', null)).toBe(false)
  expect(await verifyQueued('', null)).toBe(false)
})

test('without a hash, a verification does the same work', async () => {
  const hash = await hashPassword('a long enough one')
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let at = 0; at < 15; at += 1) {
    times.known.push(await took(() => verifyQueued('a wrong one', hash)))
    times.unknown.push(await took(() => verifyQueued('a wrong one', null)))
  }
  const ratio = median(times.known) / median(times.unknown)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

async function took(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
