import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import type { Env } from './http/env.ts'
import { requestId } from './http/server/request-id.ts'
import { createLog } from './log.ts'
import { startTracing } from './start-tracing.ts'

type SentSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
}

/** Receives OTLP over HTTP as a collector does. */
async function collector() {
  const spans: SentSpan[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, spans, [Symbol.asyncDispose]: async () => void server.close() }
}

const log = createLog({ level: 'silent' })

test('a request and its calls of the database are one trace, without what the query says', async () => {
  await using peer = await collector()
  await using db = await testDatabase()
  const end = await startTracing({ endpoint: peer.endpoint, service: 'shop', version: '1.0.0', log })
  const app = new Hono<Env>()
    .use(requestId({ log, trustProxy: undefined, https: false, loggedPath: (path) => path.replace(/secret/, '…') }))
    .get('*', async (c) => {
      await db.asService((tx) => tx.selectFrom('products').select('id').execute())
      return c.text('ok')
    })
  await app.request('/orders/secret?email=ruth@example.com')
  await end()
  const request = peer.spans.find(({ name }) => name === 'GET')
  const call = peer.spans.find(({ name, traceId }) => name === 'database' && traceId === request?.traceId)
  expect(call?.parentSpanId).toBe(request?.spanId)
  const attributes = Object.fromEntries((request?.attributes ?? []).map(({ key, value }) => [key, value]))
  expect(attributes).toEqual({
    'http.request.method': { stringValue: 'GET' },
    'url.path': { stringValue: '/orders/…' },
    'http.response.status_code': { intValue: 200 },
  })
  expect(JSON.stringify(peer.spans)).not.toMatch(/secret|ruth/)
})

test('a collector that is away is logged once and holds nothing back', async () => {
  const warnings: unknown[] = []
  const own = Object.assign(createLog({ level: 'silent' }), { warn: (about: unknown) => warnings.push(about) })
  const end = await startTracing({ endpoint: 'http://127.0.0.1:1', service: 'shop', version: '1.0.0', log: own })
  const app = new Hono<Env>().use(requestId({ log, trustProxy: undefined, https: false })).get('*', (c) => c.text('ok'))
  expect((await app.request('/')).status).toBe(200)
  const began = performance.now()
  await end()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(warnings).toHaveLength(1)
})
