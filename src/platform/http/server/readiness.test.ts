import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

/** A log that stores its lines. */
function capturedLog() {
  const lines: { msg: string; why?: string }[] = []
  return { lines, log: pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) }) }
}

test('one check serves concurrent calls, and its result is reused for a while', async () => {
  const { log } = capturedLog()
  let checks = 0
  const check = async () => {
    checks += 1
    await pause(50)
  }
  const ready = createReadiness({ checks: [check], log, reuseMs: 200 })
  expect(await Promise.all(Array.from({ length: 20 }, ready))).toEqual(Array(20).fill(true))
  expect(await ready()).toBe(true)
  expect(checks).toBe(1)
  await pause(250)
  await ready()
  expect(checks).toBe(2)
})

test('every failed check makes the program unready; the log gets the reason once, and one line when it is ready again', async () => {
  const { log, lines } = capturedLog()
  let full = true
  const space = async () => {
    if (full) throw new Error('/data has 3 MiB left, and needs 64')
  }
  const ready = createReadiness({ checks: [async () => undefined, space], log, reuseMs: 0 })
  expect([await ready(), await ready(), await ready()]).toEqual([false, false, false])
  full = false
  expect([await ready(), await ready()]).toEqual([true, true])
  expect(lines).toMatchObject([{ msg: 'not ready', why: '/data has 3 MiB left, and needs 64' }, { msg: 'ready again' }])
})

test('a check that does not end makes the program unready', async () => {
  const { log, lines } = capturedLog()
  const ready = createReadiness({ checks: [() => new Promise(() => undefined)], log, timeoutMs: 50 })
  expect(await ready()).toBe(false)
  expect(lines).toMatchObject([{ why: 'no response within 50 ms' }])
})
