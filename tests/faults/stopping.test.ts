// @module-tag N9

import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { balancer } from '#tests/fixtures/balancer.ts'
import { emptyDatabase } from '#tests/fixtures/database.ts'
import { freePorts } from '#tests/fixtures/free-ports.ts'
import { postgresProxy } from '#tests/fixtures/postgres-proxy.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'

const [port = 0, otherPort = 0] = await freePorts(2)

/** What Docker and Kubernetes do, with the time that Docker gives: resolves to the duration in ms and the exit code. */
async function terminate(shop: Running): Promise<{ ms: number; code: number | null }> {
  const since = performance.now()
  process.kill(shop.pid, 'SIGTERM')
  const code = await shop.ended
  return { ms: performance.now() - since, code }
}

function contact(url: string): Promise<Response> {
  return fetch(`${url}/functions/v1/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      topic: 'order',
      name: 'Ruth',
      email: 'ruth@example.com',
      message: 'Good morning.',
    }),
  })
}

/** A request whose body never ends. */
async function hang({ url }: Running) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const lines = ['POST /functions/v1/contact HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  socket.write(`${[...lines, 'Content-Length: 200', '', '{"id":'].join('\r\n')}`)
  socket.on('error', () => undefined)
  return { [Symbol.dispose]: () => void socket.destroy() }
}

test('a request and a job that never end delay the stop by less than ten seconds, and the program says so', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using smtp = await smtpServer()
  smtp.answer = (stage) => (stage === 'message' ? 'hang' : undefined)
  const env = { DATABASE_URL: database.connectionString, SMTP_URL: smtp.url, LOG_LEVEL: 'warn' }
  await using shop = await startShop(data.path, port, env)
  expect((await contact(shop.url)).status).toBeLessThan(300)
  await smtp.arrived(1)
  using _request = await hang(shop)

  const { ms, code } = await terminate(shop)
  expect(code).toBe(0)
  expect(ms).toBeGreaterThan(6_000)
  expect(ms).toBeLessThan(10_000)
  expect(shop.lines.filter((line) => line.includes('cut off'))).toHaveLength(1)
})

test('a shop whose database no longer answers stops within ten seconds', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using proxy = await postgresProxy(database.connectionString)
  await using shop = await startShop(data.path, port, { DATABASE_URL: proxy.connectionString, LOG_LEVEL: 'silent' })
  proxy.silence()
  const waiting = contact(shop.url).catch(() => null)
  expect((await terminate(shop)).ms).toBeLessThan(10_000)
  await waiting
})

test('an idle shop stops at once', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  await using shop = await startShop(data.path, port, { DATABASE_URL: database.connectionString })
  const { ms, code } = await terminate(shop)
  expect(code).toBe(0)
  expect(ms).toBeLessThan(4_000)
})

test('a shop that drains is unready at once, and serves until the end', async () => {
  await using data = await dataFolder()
  await using database = await emptyDatabase()
  const env = { DATABASE_URL: database.connectionString, DRAIN_SECONDS: '3' }
  await using shop = await startShop(data.path, port, env)
  const statusOf = async (path: string) => (await fetch(shop.url + path)).status
  expect(await statusOf('/health/ready')).toBe(200)
  const stopped = terminate(shop)
  await expect.poll(() => statusOf('/health/ready'), { interval: 20 }).toBe(503)
  const page = await fetch(`${shop.url}/shop`)
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  const { ms, code } = await stopped
  expect(code).toBe(0)
  expect(ms).toBeGreaterThan(2_900)
  expect(ms).toBeLessThan(10_000)
})

test('of two shops behind a balancer each is restarted under load, and no request fails', {
  tags: ['N7'],
}, async () => {
  await using first = await dataFolder()
  await using second = await dataFolder()
  await using database = await emptyDatabase()
  const env = {
    DATABASE_URL: database.connectionString,
    JWT_SECRET: 'a secret that both programs of this test share',
    RATE_LIMITS: 'false',
    DRAIN_SECONDS: '1',
  }
  const starts = [() => startShop(first.path, port, env), () => startShop(second.path, otherPort, env)] as const
  const shops = [await starts[0](), await starts[1]()]
  await using _shops = { [Symbol.asyncDispose]: async () => void (await Promise.all(shops.map((shop) => shop.stop()))) }
  await using proxy = await balancer([port, otherPort])

  const answers: Record<string, number> = {}
  const done = new AbortController()
  const load = Array.from({ length: 6 }, async (_, client) => {
    for (let count = 0; !done.signal.aborted; count++) {
      const sent = client === 0 ? contact(proxy.url) : fetch(`${proxy.url}${count % 2 ? '/shop' : '/rest/v1/'}`)
      const status = await sent.then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status < 500 ? 'answered' : String(answer.status)
      })
      answers[status] = (answers[status] ?? 0) + 1
    }
  })
  for (const index of [0, 1] as const) {
    expect((await terminate(shops[index] as Running)).code).toBe(0)
    shops[index] = await starts[index]()
  }
  done.abort()
  await Promise.all(load)
  expect(Object.keys(answers)).toEqual(['answered'])
  expect(answers.answered).toBeGreaterThan(200)
})
