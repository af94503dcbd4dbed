import { expect, test } from 'vitest'
import { nextTurn } from './next-turn.ts'

test('of several callers each begins in a turn of its own, with turns in between for everything else', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const begins: number[] = []
  await Promise.all([1, 2, 3].map(() => nextTurn().then(() => begins.push(turns))))
  isOver = true
  const [first = 0, second = 0, third = 0] = begins
  expect(second - first).toBeGreaterThanOrEqual(8)
  expect(third - second).toBeGreaterThanOrEqual(8)
})
