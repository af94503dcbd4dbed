import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSharedRuns } from './share-runs.ts'

test('calls that come during a run share the next one, which begins after it and is of a time after each of them', async () => {
  const share = createSharedRuns()
  let [value, runs, inProgress] = [0, 0, 0]
  const read = () =>
    share('a read', async () => {
      inProgress += 1
      runs += 1
      const seen = value
      expect(inProgress).toBe(1)
      await pause(1)
      inProgress -= 1
      return seen
    })
  const first = read()
  const later: Promise<number>[] = []
  for (value = 1; value <= 20; value += 1) later.push(read())
  value = 20
  expect(await first).toBe(0)
  expect(await Promise.all(later)).toEqual(Array(20).fill(20))
  expect(runs).toBe(2)
})

test('a caller always reads what was written before its call', async () => {
  const share = createSharedRuns()
  let written = 0
  const read = () =>
    share('a read', async () => {
      const seen = written
      await pause(Math.random() * 2)
      return seen
    })
  const writeAndRead = async () => {
    written += 1
    const atLeast = written
    expect(await read()).toBeGreaterThanOrEqual(atLeast)
    await pause(Math.random() * 2)
  }
  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 10 }, writeAndRead))
})

test('runs of different names are apart, and a failure is of those who share the run, not of the next', async () => {
  const share = createSharedRuns()
  const fail = () => share('one', () => Promise.reject(new Error('cut off')))
  const [failed, other, next] = await Promise.allSettled([
    fail(),
    share('another', async () => 'another'),
    share('one', async () => 'the next'),
  ])
  expect([failed.status, other, next]).toEqual([
    'rejected',
    { status: 'fulfilled', value: 'another' },
    { status: 'fulfilled', value: 'the next' },
  ])
  expect(await share('one', async () => 'later')).toBe('later')
})
