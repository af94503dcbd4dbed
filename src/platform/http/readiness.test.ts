import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

/** A log that stores its lines. */
function keptLog() {
  const lines: { msg: string; why?: string }[] = []
  return { lines, log: pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }) }
}

test('one check serves concurrent calls, and its result is reused for a while', async () => {
  const { log } = keptLog()
  let looks = 0
  const check = async () => {
    looks += 1
    await pause(50)
  }
  const ready = createReadiness({ checks: [check], log, keptMs: 200 })
  expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array(20).fill(true))
  expect(await ready()).toBe(true)
  expect(looks).toBe(1)
  await pause(250)
  await ready()
  expect(looks).toBe(2)
})

test('every failed check makes the program unready; the log gets the reason once, and one line when it is ready again', async () => {
  const { log, lines } = keptLog()
  let full = true
  const space = async () => {
    if (full) throw new Error('/data has 3 MiB left, and needs 64')
  }
  const ready = createReadiness({ checks: [async () => undefined, space], log, keptMs: 0 })
  expect([await ready(), await ready(), await ready()]).toEqual([false, false, false])
  full = false
  expect([await ready(), await ready()]).toEqual([true, true])
  expect(lines).toMatchObject([{ msg: 'not ready', why: '/data has 3 MiB left, and needs 64' }, { msg: 'ready again' }])
})

test('a check that does not end makes the program unready', async () => {
  const { log, lines } = keptLog()
  const ready = createReadiness({ checks: [() => new Promise(() => undefined)], log, patienceMs: 50 })
  expect(await ready()).toBe(false)
  expect(lines).toMatchObject([{ why: 'no answer within 50 ms' }])
})
