import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createCalls, type LaneName, patience } from './calls.ts'
import { machineClock } from './clock.ts'
import { down } from './refuse.ts'

const unanswered = () => Promise.reject(down())

test.each([
  ['background', 'checkout'],
  ['confirming', 'checkout'],
  ['background', 'confirming'],
] as [LaneName, LaneName][])('%s that gets no answer keeps nobody from %s', async (quiet, other) => {
  const pace = { checkout: 1_000, confirming: 1_000, background: 1_000 }
  const calls = createCalls({ log: createLog({ level: 'silent' }), clock: machineClock, pace, patience })
  for (let n = 0; n < 5; n += 1) await expect(calls.by(quiet, unanswered)).rejects.toMatchObject(noAnswer)
  let isTried = false
  const tried = async () => {
    isTried = true
  }
  await expect(calls.by(quiet, tried)).rejects.toMatchObject(noAnswer)
  await expect(calls.inTurn(quiet, tried)).rejects.toMatchObject(noAnswer)
  expect(isTried).toBe(false)
  expect(await calls.by(other, async () => 'a page')).toBe('a page')
  expect(await calls.inTurn(other, async () => 'a turn')).toBe('a turn')
})

const noAnswer = { code: 'payment_provider_down' }
