import { expect, test } from 'vitest'
import { readBanDuration } from './user-rows.ts'

test.each([
  ['none', 0],
  ['0', 0],
  ['24h', 86_400],
  ['1h30m', 5_400],
  ['1.5h', 5_400],
  ['.5s', 0.5],
  ['1.s', 1],
  ['300ms', 0.3],
  ['-2m', -120],
  ['+2m', 120],
  ['1m1m', 120],
  ['876000h', 3_153_600_000],
])('%s is %d seconds', (text, seconds) => {
  expect(readBanDuration(text)).toBeCloseTo(seconds, 9)
})

test.each(['', ' ', '24', '1d', 'h', '1h 30m', '1,5h', '--1h', '1hx', 'x1h', '1e3s', '9999999999999h', 'None', '1h\n'])(
  '%j is no duration',
  (text) => {
    expect(() => readBanDuration(text)).toThrow(expect.objectContaining({ status: 400, code: 'validation_failed' }))
  },
)
