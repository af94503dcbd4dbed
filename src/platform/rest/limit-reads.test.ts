import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import type { Env } from '../http/env.ts'
import { createReadLimit } from './limit-reads.ts'
import { RestError } from './rest-error.ts'

/** What supabase-js sends as both headers; a signed-in user's bearer is a token. */
const keyOf = (role: string) => (role === 'anon' ? 'anon' : 'another')

/** A server whose reads wait for `finish`; the test's own headers name the role and the address. */
async function serve() {
  let refusals = 0
  const limit = createReadLimit({
    anonKey: 'anon',
    clientOf: ({ headers }) => headers['x-from']?.toString() ?? null,
    onRefusal: () => {
      refusals += 1
    },
  })
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  let begun = 0
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('claims', { role: c.req.header('x-role') ?? 'anon' } as Env['Variables']['claims'])
    await next()
  })
  app.use(limit.admit)
  app.all('/rest/v1/*', async (c) => {
    begun += 1
    await finished
    return c.text('read')
  })
  app.onError((error) => new Response(error.message, { status: error instanceof RestError ? error.status : 500 }))
  const listener = limit.listen(getRequestListener(app.fetch), [['X-Content-Type-Options', 'nosniff']])
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1/products`
  const read = (from: string, { role = 'anon', ...init }: RequestInit & { role?: string } = {}) =>
    fetch(url, {
      ...init,
      headers: { 'x-from': from, 'x-role': role, apikey: keyOf(role), authorization: `Bearer ${keyOf(role)}` },
    })
  return { read, finish, begun: () => begun, refusals: () => refusals }
}

test('one address has twenty reads in progress, all visitors forty, and the next is refused with Retry-After', async () => {
  const { read, finish, begun, refusals } = await serve()
  const admitted = Array.from({ length: 20 }, () => read('203.0.113.1'))
  await expect.poll(begun).toBe(20)
  for (const method of ['GET', 'HEAD']) expect((await read('203.0.113.1', { method })).status).toBe(503)
  admitted.push(...Array.from({ length: 20 }, () => read('203.0.113.2')))
  await expect.poll(begun).toBe(40)
  expect(refusals()).toBe(2)

  const refused = await read('203.0.113.3')
  expect(refused.status).toBe(503)
  expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '2', 'x-content-type-options': 'nosniff' })
  expect(await refused.json()).toMatchObject({ code: '53300', message: expect.stringContaining('try again') })
  expect(refusals()).toBe(3)
  // Writes, signed-in users and the service go on.
  const others = [read('203.0.113.3', { method: 'POST' })]
  for (const role of ['authenticated', 'service_role']) others.push(read('203.0.113.3', { role }))
  await expect.poll(begun).toBe(43)

  finish()
  for (const each of [...admitted, ...others]) expect((await each).status).toBe(200)
  expect((await read('203.0.113.1')).status).toBe(200)
})

test('reads of one address that wait for their turn leave turns to other visitors', async () => {
  const begun: string[] = []
  const refused: string[] = []
  const clientOf = ({ headers }: IncomingMessage) => headers['x-from']?.toString() ?? null
  const limit = createReadLimit({ anonKey: 'anon', clientOf, onRefusal: () => undefined })
  const listen = limit.listen((request) => begun.push(clientOf(request) ?? ''), [])
  /** All requests come in one turn of the event loop, as a flood does. */
  const arrive = (from: string, { url = '/rest/v1/products', ...headers }: Record<string, string> = {}) => {
    const request = { method: 'GET', url, headers: { 'x-from': from, ...headers } } as unknown
    const response = { writeHead: () => undefined, end: () => refused.push(from) } as unknown
    listen(request as IncomingMessage, response as ServerResponse)
  }
  for (let count = 0; count < 44; count += 1) arrive('203.0.113.1')
  // Other forms in which a visitor's read may come.
  for (const url of [
    'http://shop.test/rest/v1/products',
    '/%72est/v1/products',
    '/a/../rest/v1/products',
    '/r%65st/V1/products?a=%20',
  ])
    arrive('203.0.113.1', { url })
  for (const authorization of ['bearer  anon', 'Basic x']) arrive('203.0.113.1', { authorization })
  arrive('203.0.113.2')
  expect(refused).toEqual(Array(30).fill('203.0.113.1'))
  await expect.poll(() => begun).toEqual([...Array(20).fill('203.0.113.1'), '203.0.113.2'])
})
