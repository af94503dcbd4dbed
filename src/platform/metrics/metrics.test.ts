import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../http/env.ts'
import { countResponses, metricsApi } from './metrics.api.ts'
import { createMetrics } from './metrics.ts'

const token = 'a token of the tests'

function application() {
  const metrics = createMetrics({ prefix: 'app' })
  const app = new Hono<Env>()
    .use(countResponses(metrics))
    .route('/metrics', metricsApi({ metrics, token }))
    .get('/rest/v1/products', (c) => c.json([]))
    .get('/broken', (c) => c.text('no', 500))
    .get('/product/:slug', (c) => c.text('page'))
  const scrape = async () => {
    const response = await app.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  }
  return { metrics, app, scrape }
}

test('figures are given for the token alone', async () => {
  const { app, scrape } = application()
  for (const authorization of ['', 'Bearer', 'Bearer another', `bearer ${token}x`])
    expect((await app.request('/metrics', { headers: { authorization } })).status, authorization).toBe(401)
  expect(await scrape()).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/plain; version=0\.0\.4/) })
})

test('responses are counted by surface and class of status, however many pages there are', async () => {
  const { metrics, app, scrape } = application()
  for (const path of ['/rest/v1/products', '/product/a', '/product/b', '/broken', '/unknown']) await app.request(path)
  metrics.countCacheHit()
  metrics.countRefusal('rest')
  const { text } = await scrape()
  expect(text).toContain('app_response_seconds_count{surface="rest",status="2xx"} 1')
  expect(text).toContain('app_response_seconds_count{surface="pages",status="2xx"} 2')
  expect(text).toContain('app_response_seconds_count{surface="pages",status="5xx"} 1')
  expect(text).toContain('app_response_seconds_count{surface="pages",status="4xx"} 1')
  expect(text).toContain('app_cache_hits_total 1')
  expect(text).toContain('app_refusals_total{surface="rest"} 1')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
})

test('a gauge is read at each scrape, and one that fails is left out and counted', async () => {
  const { metrics, scrape } = application()
  let jobs = [{ name: 'email.send', value: 2 }]
  metrics.gauge('jobs', 'Jobs.', () => jobs)
  metrics.gauge('age', 'Age.', async () => Promise.reject(new Error('the database is away')))
  expect((await scrape()).text).toContain('app_jobs{name="email.send"} 2')
  jobs = [{ name: 'orders.confirm', value: 1 }]
  const { text } = await scrape()
  expect(text).toContain('app_jobs{name="orders.confirm"} 1')
  expect(text).not.toContain('email.send')
  expect(text).not.toMatch(/^app_age /m)
  expect(text).toMatch(/app_metric_failures_total\{name="age"\} [12]/)
})

test('a program that is busy for 300 ms shows it in the delay of its event loop', { tags: ['N17'] }, async () => {
  const { scrape } = application()
  await scrape()
  await pause(50)
  const untilMs = performance.now() + 300
  while (performance.now() < untilMs);
  await pause(50)
  const { text } = await scrape()
  expect(Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThan(0.2)
})
