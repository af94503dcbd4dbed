// @module-tag N12

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { printReport, report, seconds } from '#tests/fixtures/report-lines.ts'
import { countAnswers, openConnection, percentile } from './page-connection.ts'
import { processorSeconds, watchMemory } from './program-use.ts'
import { buyUntil } from './purchase.ts'
import { startWithPages } from './shop-with-pages.ts'

// The program, its database and the visitors share the machine. `ulimit -n` must exceed the number of connections.
const connections = 10_000
const openedPerSecond = 400
const everyMs = 10_000
const measuredMs = 60_000
const purchasesPerSecond = 10
/** 350 MB. */
const mostMib = 350e6 / 2 ** 20

afterAll(printReport)

test('10,000 connections with 1,000 requests and ten purchases a second get pages within 150 ms and no error', async () => {
  await using world = await startWithPages()
  const { shop, port, paths, purchase } = world
  const before = shop.rssMib()
  const memory = watchMemory(shop)
  const answers = countAnswers()
  const openingMs = (connections / openedPerSecond) * 1_000
  const endsMs = performance.now() + openingMs + measuredMs

  /** A connection that stays open, and a request every ten seconds. */
  async function visit(index: number): Promise<void> {
    const connection = await openConnection(port)
    for (let turn = 0; performance.now() < endsMs; turn += 1) {
      const dueMs = performance.now() + everyMs
      answers.add(await connection.get(paths[(index + turn * 13) % paths.length] ?? '/'))
      await pause(Math.max(0, dueMs - performance.now()))
    }
    connection.close()
  }

  const beganMs = performance.now()
  const visits: Promise<void>[] = []
  for (let index = 0; index < connections; index += 1) {
    if (index % 40 === 0) await pause(Math.max(0, beganMs + (index / openedPerSecond) * 1_000 - performance.now()))
    visits.push(visit(index))
  }
  const whileOpening = answers.others()
  answers.clear()
  const countedMs = performance.now()
  const usedBefore = processorSeconds(shop.pid)
  const bought = await buyUntil(endsMs, purchasesPerSecond, purchase)
  await Promise.all(visits)
  const lasted = (endsMs - countedMs) / 1_000
  const used = processorSeconds(shop.pid) - usedBefore

  report('pages answered', `${Math.round(answers.times.length / lasted)} a second`)
  report('time of a page, p50', `${percentile(answers.times, 0.5).toFixed(0)} ms`)
  report('time of a page, p99', `${percentile(answers.times, 0.99).toFixed(0)} ms`)
  report('other answers', JSON.stringify({ ...whileOpening, ...answers.others() }))
  report('purchases', `${bought.paid} paid, ${bought.busy} had to try again, ${bought.failed} failed`)
  report('from checkout to paid, p99', seconds(percentile(bought.times, 0.99)))
  report('processor time of program and database', `${used.toFixed(1)} s in ${lasted.toFixed(0)} s`)
  report('memory of the program', `${before.toFixed(0)} MiB before, ${memory.stop().toFixed(0)} MiB at most`)
  expect({ ...whileOpening, ...answers.others() }).toEqual({})
  expect(answers.times.length / lasted).toBeGreaterThan((connections / everyMs) * 900)
  expect(bought).toMatchObject({ busy: 0, failed: 0 })
  expect(percentile(answers.times, 0.99)).toBeLessThanOrEqual(150)
  expect(memory.most()).toBeLessThanOrEqual(mostMib)
}, 300_000)
