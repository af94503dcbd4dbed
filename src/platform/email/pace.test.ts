import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

function paceAt(clock: { ms: number }, signal = new AbortController().signal) {
  return createPace({ now: () => clock.ms, signal })
}

/** So many letters, evenly over a second, and a moment more. */
async function leave(pace: ReturnType<typeof paceAt>, clock: { ms: number }, letters: number) {
  for (let letter = 0; letter < letters; letter++) {
    await pace.turn()
    clock.ms += 1_000 / letters
  }
}

test('nobody waits until a server complains', async () => {
  const clock = { ms: 1_000_000 }
  const pace = paceAt(clock)
  await leave(pace, clock, 500)
  expect(pace.perSecond()).toBe(Number.POSITIVE_INFINITY)
})

test('a complaint halves what was, once for all lanes that hear it, and again if it was not enough', async () => {
  const clock = { ms: 1_000_000 }
  const pace = paceAt(clock)
  await leave(pace, clock, 40)
  for (let lane = 0; lane < 5; lane++) pace.slower()
  expect(pace.perSecond()).toBeCloseTo(20, 0)
  clock.ms += 1_001
  pace.slower()
  expect(pace.perSecond()).toBeGreaterThanOrEqual(1)
  expect(pace.perSecond()).toBeLessThan(11)
})

test('it is never slower than one a second, and grows again until nobody waits', async () => {
  const clock = { ms: 1_000_000 }
  const pace = paceAt(clock)
  await pace.turn()
  pace.slower()
  expect(pace.perSecond()).toBe(1)
  clock.ms += 70_000
  expect(pace.perSecond()).toBeCloseTo(2, 1)
  clock.ms += 600_000
  expect(pace.perSecond()).toBe(Number.POSITIVE_INFINITY)
})

test('letters keep their distance, and a program that ends does not wait', async () => {
  const ending = new AbortController()
  const pace = createPace({ signal: ending.signal })
  await pace.turn()
  pace.slower()
  const before = performance.now()
  await pace.turn()
  await pace.turn()
  expect(performance.now() - before).toBeGreaterThan(900)
  const waits = pace.turn()
  ending.abort()
  await expect(waits).rejects.toThrow('aborted')
})
