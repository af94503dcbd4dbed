// @module-tag P6
// @module-tag N13

import { expect, test } from 'vitest'
import { type Clock, createPace, type Pace } from './pace.ts'

const refuse = () => new Error('busy')

/** A clock that moves only by `move`, which runs due timers in order and awaits their promises. */
function movableClock(): Clock & { move(ms: number): Promise<void> } {
  let now = 0
  let waiting: { at: number; work: () => void }[] = []
  return {
    now: () => now,
    after(ms, work) {
      const entry = { at: now + ms, work }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    async move(ms) {
      const end = now + ms
      for (;;) {
        const next = waiting.toSorted((a, b) => a.at - b.at)[0]
        if (!next || next.at > end) break
        waiting = waiting.filter((other) => other !== next)
        now = next.at
        next.work()
        await flush()
      }
      now = end
      await flush()
    },
  }
}

async function flush() {
  for (let n = 0; n < 5; n += 1) await Promise.resolve()
}

/** Acquires `count` tokens and records the time of each, or `busy`. */
function acquireMany(throttle: Pace, clock: Clock, times: number, notes: (number | 'busy')[]) {
  for (let n = 0; n < times; n += 1) {
    throttle.acquire().then(
      () => notes.push(clock.now()),
      () => notes.push('busy'),
    )
  }
}

test('requests are sent evenly, and in the order of their calls', async () => {
  const clock = movableClock()
  const throttle = createPace({ perSecond: 10, maxWaitMs: 20_000, clock, refuse })
  const notes: (number | 'busy')[] = []
  acquireMany(throttle, clock, 25, notes)
  await clock.move(0)
  expect(notes).toEqual([0])
  await clock.move(1_000)
  expect(notes).toHaveLength(11)
  await clock.move(2_000)
  expect(notes).toHaveLength(25)
  expect(notes.at(-1)).toBeCloseTo(2_400, 0)
})

test('after a pause a burst is sent at once, and no more than that', async () => {
  const clock = movableClock()
  const throttle = createPace({ perSecond: 15, burst: 3, maxWaitMs: 20_000, clock, refuse })
  const notes: (number | 'busy')[] = []
  await clock.move(60_000)
  acquireMany(throttle, clock, 40, notes)
  await clock.move(999)
  expect(notes).toHaveLength(17)
})

test('a request that would wait too long is refused at once, and those in the queue are sent', async () => {
  const clock = movableClock()
  const throttle = createPace({ perSecond: 10, maxWaitMs: 2_000, clock, refuse })
  const notes: (number | 'busy')[] = []
  acquireMany(throttle, clock, 100, notes)
  await clock.move(0)
  expect(notes.filter((note) => note === 'busy')).toHaveLength(79)
  await clock.move(2_000)
  expect(notes).toHaveLength(100)
  expect(notes.filter((note) => note !== 'busy')).toHaveLength(21)
})

test('a call that has begun precedes the queue, and a request that then waits too long is refused', async () => {
  const clock = movableClock()
  const throttle = createPace({ perSecond: 10, maxWaitMs: 1_000, clock, refuse })
  const notes: (number | 'busy')[] = []
  acquireMany(throttle, clock, 11, notes)
  await clock.move(50)
  let firstAt = -1
  for (let n = 0; n < 5; n += 1) {
    void throttle.acquire({ first: true }).then(() => {
      if (firstAt < 0) firstAt = clock.now()
    })
  }
  await clock.move(3_000)
  expect(firstAt).toBeCloseTo(100, 0)
  expect(notes.filter((note) => note === 'busy')).toHaveLength(5)
  expect(Math.max(...notes.filter((note) => note !== 'busy'))).toBeLessThanOrEqual(1_050)
})

test('a refunded token goes to the next request', async () => {
  const clock = movableClock()
  const throttle = createPace({ perSecond: 1, maxWaitMs: 20_000, clock, refuse })
  const notes: (number | 'busy')[] = []
  acquireMany(throttle, clock, 3, notes)
  await clock.move(0)
  await clock.move(100)
  throttle.refundToken()
  await clock.move(0)
  expect(notes).toEqual([0, 100])
  throttle.refundToken()
  throttle.refundToken()
  await clock.move(0)
  expect(notes).toEqual([0, 100, 100])
})
