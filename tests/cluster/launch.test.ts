import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import type { Running } from '#tests/fixtures/program.ts'
import { printReport, report, seconds } from '#tests/fixtures/report-lines.ts'
import { type Failure, openBuyers } from './buyers.ts'
import { startHaProxy } from './haproxy.ts'
import { until } from './own-process.ts'
import { settled, shopWorld } from './shop-world.ts'

const perSecond = 4
const viewsPerSecond = 20
/** The time between two kills. */
const pauseMs = 5_000
/** How long the end of a killed process takes on a busy machine: a request that began then may have reached it. */
const endingMs = 500

afterAll(printReport)

test('three programs and two workers are killed one by one in a launch, and no order is lost or doubled', async () => {
  await using database = await emptyDatabase()
  await using world = await shopWorld({
    DATABASE_URL: database.connectionString,
    WORKER: 'off',
    DATABASE_POOL_SIZE: '10',
  })
  const ports = await freePorts(5)
  const shopPorts = ports.slice(0, 3)
  const workerPorts = ports.slice(3)
  const shops: Running[] = []
  for (const port of shopPorts) shops.push(await world.shop(port))
  const workers = [await world.worker(workerPorts[0] ?? 0), await world.worker(workerPorts[1] ?? 0)]
  const backends = shopPorts.map((port, index) => ({ name: `shop${index + 1}`, port }))
  await using proxy = await startHaProxy([{ kind: 'shop', backends }])
  const url = `http://127.0.0.1:${proxy.ports[0]}`
  world.stripe.webhookUrl = `${url}/webhooks/stripe`
  await until('HAProxy finds the programs', async () => (await fetch(`${url}/shop`)).ok)
  const buyers = await openBuyers(url, world.stripe)

  const over = new AbortController()
  onTestFinished(() => over.abort())
  const browsing = buyers.browse(viewsPerSecond, over.signal)
  const buying = buyers.buyUntil(over.signal, perSecond)
  const killedMs: number[] = []
  const kill = (pid: number) => {
    killedMs.push(performance.now())
    process.kill(pid, 'SIGKILL')
  }
  await pause(pauseMs)
  for (const [index, port] of shopPorts.entries()) {
    const { pid, ended } = shops[index] as Running
    kill(pid)
    await ended
    await pause(pauseMs)
    await world.shop(port)
    await pause(pauseMs)
  }
  for (const [index, port] of workerPorts.entries()) {
    kill(workers[index]?.pid ?? 0)
    await pause(pauseMs)
    await world.worker(port)
  }
  await pause(pauseMs)
  over.abort()
  const views = await browsing
  await buying

  const wasInFlight = ({ beganMs, endedMs }: Failure) =>
    killedMs.some((atMs) => beganMs < atMs + endingMs && endedMs > atMs)
  const others = buyers.failures.filter((failure) => !wasInFlight(failure))
  const outcome = await settled(world, { connectionString: database.connectionString, buyers })
  const paid = buyers.paid.length
  report('launch: programs and workers killed', `${killedMs.length} of 5, each started again`)
  report('purchases', `${paid} paid, ${outcome.orders} orders`)
  report('lost, doubled or wrong', `${outcome.violations.length}`)
  report('confirmations that left, and left twice', `${outcome.sent}, ${outcome.sentTwice}`)
  report('requests', `${views + buyers.given.length}`)
  report('failed, in flight on a killed program', `${buyers.failures.length - others.length}`)
  report('failed otherwise', `${others.length}`)
  report('longest response', seconds(buyers.longestMs))
  expect(outcome.violations).toEqual([])
  expect([outcome.orders, outcome.sent]).toEqual([paid, paid])
  expect(outcome.sentTwice).toBeLessThanOrEqual(workers.length)
  expect(others).toEqual([])
  expect(paid).toBeGreaterThan(100)
}, 900_000)
