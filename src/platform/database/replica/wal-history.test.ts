import { expect, test } from 'vitest'
import { createWalHistory } from './wal-history.ts'
import { formatPosition, parsePosition } from './wal-position.ts'

const timeline = '00000001'

/** A primary whose disk has everything. */
const at = (position: bigint) => ({ timeline, flushed: position, inserted: position })

function historyOf(...samples: [askedMs: number, position: bigint][]) {
  const history = createWalHistory({ maxLagMs: 1_000 })
  for (const [askedMs, position] of samples) history.ask(askedMs)(at(position))
  return history
}

test.each(['0/0', '0/B374D848', '16/B374D848', 'FFFFFFFF/FFFFFFFF', '1/0'])('the position %s stays itself', (text) => {
  expect(formatPosition(parsePosition(text))).toBe(text)
})

test('positions are compared as numbers, also where the second part begins again', () => {
  expect(parsePosition('1/0') > parsePosition('0/FFFFFFFF')).toBe(true)
  expect(parsePosition('A/0') < parsePosition('10/0')).toBe(true)
})

test('a reader needs everything that the primary had a second ago', () => {
  const history = historyOf([0, 10n], [500, 20n], [1_000, 30n], [1_500, 40n])
  expect(history.needed(1_500)).toBe(20n)
  expect(history.needed(1_501)).toBe(30n)
  expect(history.needed(2_500)).toBe(40n)
})

test('a primary that has not answered for a second leaves nothing to compare with', () => {
  expect(createWalHistory({ maxLagMs: 1_000 }).needed(0)).toBeNull()
  expect(historyOf([0, 10n]).needed(1_001)).toBeNull()
})

test('after an announced change no replica is read until the primary was asked, and then only with that change', () => {
  const history = historyOf([0, 10n], [500, 20n])
  const early = history.ask(600)
  history.noteChange()
  expect(history.needed(610)).toBeNull()
  early(at(25n))
  expect(history.needed(620), 'the primary was asked before the change').toBeNull()
  history.ask(630)(at(30n))
  expect(history.needed(640)).toBe(30n)
  history.ask(1_000)(at(50n))
  expect(history.needed(1_010), 'later positions are not of that change').toBe(30n)
  history.noteChange()
  history.ask(1_020)(at(60n))
  expect(history.needed(1_030)).toBe(60n)
})

test('the lag is the time since the primary had what the replica has', () => {
  const history = historyOf([0, 10n], [500, 20n], [1_000, 30n])
  expect(history.lag(30n, 1_002)).toEqual({ ms: 2, atLeast: false })
  expect(history.lag(29n, 1_002)).toEqual({ ms: 502, atLeast: false })
  expect(history.lag(10n, 1_002)).toEqual({ ms: 1_002, atLeast: false })
  expect(history.lag(9n, 1_002)).toEqual({ ms: 1_002, atLeast: true })
})

test('another primary begins another history, and so does one that is behind what it said', () => {
  const promoted = historyOf([0, 10n], [500, 20n])
  promoted.ask(1_000)({ ...at(15n), timeline: '00000002' })
  expect(promoted.needed(1_010)).toBe(15n)
  expect(promoted.lag(14n, 1_010).atLeast).toBe(true)
  const restored = historyOf([0, 10n], [500, 20n])
  restored.ask(1_000)(at(5n))
  expect(restored.needed(1_010)).toBe(5n)
})

test('a thousand changes in a second are still one sample in a tenth of it', () => {
  const history = createWalHistory({ maxLagMs: 1_000 })
  for (let ms = 0; ms <= 1_000; ms += 1) {
    history.noteChange()
    history.ask(ms)(at(BigInt(ms)))
  }
  expect(history.needed(1_000)).toBe(1_000n)
  expect(history.lag(950n, 1_000)).toEqual({ ms: 100, atLeast: false })
})

test('a change needs all that was written, a lag only what was on the primary’s disk', () => {
  const history = createWalHistory({ maxLagMs: 1_000 })
  history.ask(0)({ timeline, flushed: 10n, inserted: 15n })
  expect(history.needed(10)).toBe(15n)
  expect(history.lag(10n, 10)).toEqual({ ms: 10, atLeast: false })
})
