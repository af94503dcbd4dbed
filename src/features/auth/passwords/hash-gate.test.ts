import { createHook } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { createGate, hashInTurn, verifyInTurn } from './hash-gate.ts'
import { hashPassword } from './password.ts'

/** Work that runs until it is told to end, and notes how many of its kind run at once. */
function observedWork() {
  const ends: (() => void)[] = []
  const seen = { running: 0, most: 0, begun: [] as number[] }
  const work = (name: number) => async () => {
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    seen.begun.push(name)
    await new Promise<void>((end) => ends.push(end))
    seen.running -= 1
    return name
  }
  return { seen, work, endNext: () => ends.shift()?.() }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

test('two run at once, the rest one after the other as they came', async () => {
  const inTurn = createGate({ atOnce: 2, waiting: 100 })
  const { seen, work, endNext } = observedWork()
  const all = Promise.all(Array.from({ length: 102 }, (_, name) => inTurn(work(name))))
  for (let at = 0; at < 102; at += 1) {
    await settled()
    expect(seen.running).toBe(Math.min(2, 102 - at))
    endNext()
  }
  expect(await all).toEqual(Array.from({ length: 102 }, (_, name) => name))
  expect(seen.begun).toEqual(Array.from({ length: 102 }, (_, name) => name))
  expect(seen.most).toBe(2)
})

test('past the end of the queue one is refused at once, and there is room again afterwards', async () => {
  const inTurn = createGate({ atOnce: 2, waiting: 3 })
  const { seen, work, endNext } = observedWork()
  const inside = Array.from({ length: 5 }, (_, name) => inTurn(work(name)))
  await expect(inTurn(work(5))).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  endNext()
  await settled()
  const sixth = inTurn(work(6))
  for (let at = 0; at < 5; at += 1) {
    endNext()
    await settled()
  }
  expect(await Promise.all([...inside, sixth])).toEqual([0, 1, 2, 3, 4, 6])
  expect(seen.begun).not.toContain(5)
})

test('work that fails gives its place back', async () => {
  const inTurn = createGate({ atOnce: 1, waiting: 100 })
  const failing = () => inTurn(() => Promise.reject(new Error('broken')))
  const results = await Promise.allSettled([failing(), failing(), inTurn(async () => 'well'), failing()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected'])
  expect(await inTurn(async () => 'well')).toBe('well')
})

test('of 130 sign-ins at once 102 are verified, never more than two of them at a time, and the others refused', async () => {
  const hash = await hashPassword('a long enough one')
  const counted = countHashes()
  const asked = Array.from({ length: 130 }, () => verifyInTurn('a long enough one', hash))
  const results = await Promise.allSettled(asked)
  expect(counted.stop()).toEqual({ all: 102, mostAtOnce: 2 })
  expect(results.filter((each) => each.status === 'fulfilled' && each.value)).toHaveLength(102)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(28)
})

/** Watches Node itself: how many argon2 jobs its threads were given, and how many at a time. */
function countHashes() {
  const running = new Set<number>()
  const seen = { all: 0, mostAtOnce: 0 }
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return
      running.add(id)
      seen.all += 1
      seen.mostAtOnce = Math.max(seen.mostAtOnce, running.size)
    },
    before: (id) => void running.delete(id),
  }).enable()
  return {
    stop() {
      hook.disable()
      return seen
    },
  }
}

test('a hash is that of its password, and without a hash nothing fits', async () => {
  const hash = await hashInTurn('a long enough one')
  expect(await verifyInTurn('a long enough one', hash)).toBe(true)
  expect(await verifyInTurn('a long enough onf', hash)).toBe(false)
  expect(await verifyInTurn('a long enough one', null)).toBe(false)
  expect(await verifyInTurn('', null)).toBe(false)
})

test('without a hash the same work is done', async () => {
  const hash = await hashPassword('a long enough one')
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let at = 0; at < 15; at += 1) {
    times.known.push(await took(() => verifyInTurn('a wrong one', hash)))
    times.unknown.push(await took(() => verifyInTurn('a wrong one', null)))
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
