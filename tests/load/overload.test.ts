// @module-tag N12

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { printReport, report, seconds } from '#tests/fixtures/report-lines.ts'
import { countAnswers, openConnection, percentile } from './page-connection.ts'
import { watchMemory } from './program-use.ts'
import { buyUntil } from './purchase.ts'
import { startWithPages } from './shop-with-pages.ts'

const connections = 1_000
const lastsMs = 20_000
/** How long it takes until all are connected. */
const rampUpMs = 3_000

afterAll(printReport)

/** Visitors who each request a page every `everyMs`, spread evenly, until `endsMs`. */
async function crowd(port: number, { everyMs, endsMs, pathOf }: Crowd) {
  const answers = countAnswers()
  let slowestMs = 0
  let requests = 0
  async function visit(index: number): Promise<void> {
    await pause((index / connections) * rampUpMs)
    const connection = await openConnection(port)
    while (performance.now() < endsMs) {
      const dueMs = performance.now() + everyMs
      requests += 1
      const answer = await connection.get(pathOf(requests))
      slowestMs = Math.max(slowestMs, answer.ms)
      answers.add(answer)
      await pause(Math.max(0, dueMs - performance.now()))
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => visit(index)))
  return { answers, slowestMs }
}

type Crowd = { everyMs: number; endsMs: number; pathOf: (n: number) => string }

const crowds = [
  // What no cache keeps costs a rendering each.
  { what: 'pages outside the cache', everyMs: 3_000, pathOf: (n: number) => `/shop?visit=${n}` },
  {
    what: 'reads of the API',
    everyMs: 300,
    pathOf: (n: number) => `/rest/v1/products?select=*&limit=${50 + (n % 50)}`,
  },
]

test.each(crowds)(
  '$what by more visitors than the program can serve get 503, and customers still buy',
  async ({ what, everyMs, pathOf }) => {
    await using world = await startWithPages()
    const { shop, port, paths, purchase } = world
    const memory = watchMemory(shop)
    const ownDelay = monitorEventLoopDelay()
    ownDelay.enable()
    const endsMs = performance.now() + lastsMs
    const [many, cached, bought] = await Promise.all([
      crowd(port, { everyMs, endsMs, pathOf: (n) => withKey(pathOf(n), purchase.key) }),
      crowd(port, { everyMs: 5_000, endsMs, pathOf: (n) => paths[n % paths.length] ?? '/' }),
      buyUntil(endsMs, 2, purchase),
    ])
    const others = many.answers.others()
    report(`${what}: served, refused with Retry-After`, `${many.answers.times.length}, ${others.busy ?? 0}`)
    report(`${what}: other answers`, JSON.stringify({ ...others, busy: undefined }))
    report(`${what}: the slowest`, seconds(many.slowestMs))
    report('pages from the cache meanwhile, p99', seconds(percentile(cached.answers.times, 0.99)))
    report('pages from the cache: other answers', JSON.stringify(cached.answers.others()))
    report('purchases meanwhile', `${bought.paid} paid, ${bought.busy} busy, ${bought.failed} failed`)
    report('from checkout to paid, p99', seconds(percentile(bought.times, 0.99)))
    report('of it at most the delay of this test’s own event loop, p99', seconds(ownDelay.percentile(99) / 1e6))
    report('memory of the program', `${memory.stop().toFixed(0)} MiB at most`)
    const afterMs = performance.now()
    const after = await fetch(`${shop.url}/shop?after=1`)
    await after.arrayBuffer()
    report('a page outside the cache afterwards', seconds(performance.now() - afterMs))

    expect(await Promise.race([shop.ended, 'it runs'])).toBe('it runs')
    expect(Object.keys(others)).toEqual(['busy'])
    expect(many.answers.times.length).toBeGreaterThan(0)
    expect(many.slowestMs).toBeLessThan(8_000)
    expect(cached.answers.others()).toEqual({})
    expect(percentile(cached.answers.times, 0.99)).toBeLessThan(1_000)
    expect(bought.failed).toBe(0)
    expect(bought.paid).toBeGreaterThan(bought.busy)
    expect(after.status).toBe(200)
    expect(performance.now() - afterMs).toBeLessThan(2_000)
    expect(memory.most()).toBeLessThanOrEqual(400)
  },
  180_000,
)

/** The API's address with the key that visitors' requests carry; a page as it is. */
function withKey(path: string, key: string): string {
  return path.startsWith('/rest/') ? `${path}&apikey=${key}` : path
}
