import { expect, test } from 'vitest'
import { createForgetfulLimit } from './forgetful-limit.ts'

test('a client may call so often within a minute, others as often, and with the next minute all is forgotten', () => {
  let nowMs = 1_000_000_000
  const may = createForgetfulLimit({ perMinute: 2, nowMs: () => nowMs })
  expect([may('a'), may('a'), may('a'), may('b')]).toEqual([true, true, false, true])
  nowMs += 60_000
  expect(may('a')).toBe(true)
})

test('more clients than anybody has in a minute are not kept', () => {
  const may = createForgetfulLimit({ perMinute: 5, nowMs: () => 0 })
  for (let index = 0; index < 10_000; index += 1) may(`client ${index}`)
  expect(may('one more')).toBe(false)
  expect(may('client 1')).toBe(true)
})
