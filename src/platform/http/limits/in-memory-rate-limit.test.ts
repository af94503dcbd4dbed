import { expect, test } from 'vitest'
import { createInMemoryRateLimit } from './in-memory-rate-limit.ts'

test('each client may make a fixed number of calls a minute, and the next minute starts a new count', () => {
  let nowMs = 1_000_000_000
  const may = createInMemoryRateLimit({ perMinute: 2, nowMs: () => nowMs })
  expect([may('a'), may('a'), may('a'), may('b')]).toEqual([true, true, false, true])
  nowMs += 60_000
  expect(may('a')).toBe(true)
})

test('past ten thousand clients in a minute, new clients are refused', () => {
  const may = createInMemoryRateLimit({ perMinute: 5, nowMs: () => 0 })
  for (let index = 0; index < 10_000; index += 1) may(`client ${index}`)
  expect(may('one more')).toBe(false)
  expect(may('client 1')).toBe(true)
})
