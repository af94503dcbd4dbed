import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'
import type { Clock } from './clock.ts'
import { createLane, type Lane } from './lane.ts'

/** A clock that stands still until it is moved; whoever waits is called on the way, and what that brings is awaited. */
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
        await settle()
      }
      now = end
      await settle()
    },
  }
}

async function settle() {
  for (let n = 0; n < 5; n += 1) await Promise.resolve()
}

/** Asks for so many turns and notes when each came, or `busy`. */
function ask(lane: Lane, clock: Clock, times: number, notes: (number | 'busy')[]) {
  for (let n = 0; n < times; n += 1) {
    lane.turn().then(
      () => notes.push(clock.now()),
      () => notes.push('busy'),
    )
  }
}

test('calls leave at an even pace, and in the order they came', async () => {
  const clock = movableClock()
  const lane = createLane({ perSecond: 10, longestWaitMs: 20_000, clock })
  const notes: (number | 'busy')[] = []
  ask(lane, clock, 25, notes)
  await clock.move(0)
  expect(notes).toEqual([0])
  await clock.move(1_000)
  expect(notes).toHaveLength(11)
  await clock.move(2_000)
  expect(notes).toHaveLength(25)
  expect(notes.at(-1)).toBeCloseTo(2_400, 0)
})

test('after a rest a few leave at once, and no more than those', async () => {
  const clock = movableClock()
  const lane = createLane({ perSecond: 15, atOnce: 3, longestWaitMs: 20_000, clock })
  const notes: (number | 'busy')[] = []
  await clock.move(60_000)
  ask(lane, clock, 40, notes)
  await clock.move(999)
  expect(notes).toHaveLength(17)
})

test('who would wait too long is told so at once, and who stands in the queue is served', async () => {
  const clock = movableClock()
  const lane = createLane({ perSecond: 10, longestWaitMs: 2_000, clock })
  const notes: (number | 'busy')[] = []
  ask(lane, clock, 100, notes)
  await clock.move(0)
  expect(notes.filter((note) => note === 'busy')).toHaveLength(79)
  await clock.move(2_000)
  expect(notes).toHaveLength(100)
  expect(notes.filter((note) => note !== 'busy')).toHaveLength(21)
})

test('a call that has begun goes before the queue, and whoever must wait too long for that is told', async () => {
  const clock = movableClock()
  const lane = createLane({ perSecond: 10, longestWaitMs: 1_000, clock })
  const notes: (number | 'busy')[] = []
  ask(lane, clock, 11, notes)
  await clock.move(50)
  let firstAt = -1
  for (let n = 0; n < 5; n += 1) {
    void lane.turn({ first: true }).then(() => {
      if (firstAt < 0) firstAt = clock.now()
    })
  }
  await clock.move(3_000)
  expect(firstAt).toBeCloseTo(100, 0)
  expect(notes.filter((note) => note === 'busy')).toHaveLength(5)
  expect(Math.max(...notes.filter((note) => note !== 'busy'))).toBeLessThanOrEqual(1_050)
})

test('a turn that nothing left by is the next one’s', async () => {
  const clock = movableClock()
  const lane = createLane({ perSecond: 1, longestWaitMs: 20_000, clock })
  const notes: (number | 'busy')[] = []
  ask(lane, clock, 3, notes)
  await clock.move(0)
  await clock.move(100)
  lane.giveBack()
  await clock.move(0)
  expect(notes).toEqual([0, 100])
  lane.giveBack()
  lane.giveBack()
  await clock.move(0)
  expect(notes).toEqual([0, 100, 100])
})

test('after five calls without an answer nobody waits for one; then one asks whether it is there again', () => {
  const clock = { ...movableClock(), time: 0, now: () => clock.time }
  const breaker = createBreaker({ clock })
  for (let n = 0; n < 4; n += 1) breaker.unanswered()
  expect([breaker.isOpen(), breaker.mayTry()]).toEqual([false, true])
  breaker.unanswered()
  expect([breaker.isOpen(), breaker.mayTry()]).toEqual([true, false])
  clock.time = 29_999
  expect(breaker.mayTry()).toBe(false)
  clock.time = 30_000
  expect([breaker.mayTry(), breaker.mayTry()]).toEqual([true, false])
  breaker.unanswered()
  clock.time = 59_999
  expect(breaker.mayTry()).toBe(false)
  clock.time = 60_000
  expect(breaker.mayTry()).toBe(true)
  breaker.answered()
  expect([breaker.isOpen(), breaker.mayTry(), breaker.mayTry()]).toEqual([false, true, true])
})

test('an answer in between begins the count anew', () => {
  const breaker = createBreaker({ clock: movableClock() })
  for (let n = 0; n < 4; n += 1) breaker.unanswered()
  breaker.answered()
  for (let n = 0; n < 4; n += 1) breaker.unanswered()
  expect(breaker.isOpen()).toBe(false)
})
