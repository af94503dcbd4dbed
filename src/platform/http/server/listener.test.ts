import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closedListener } from './listener.ts'

test('a closed shop answers 503 with a page for browsers and JSON for programs, and its health as before', async () => {
  let closed = true
  const server = createServer(
    closedListener({
      isClosed: () => closed,
      page: () => '<h1>Closed</h1>',
      headers: [['X-Content-Type-Options', 'nosniff']],
      listener: (_request, response) => response.end('open'),
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, init)
    return [response.status, response.headers.get('content-type'), await response.text()]
  }
  const browser = { headers: { accept: 'text/html,*/*' } }
  expect(await ask('/shop', browser)).toEqual([503, 'text/html; charset=utf-8', '<h1>Closed</h1>'])
  expect(await ask('/shop', { ...browser, method: 'HEAD' })).toEqual([503, 'text/html; charset=utf-8', ''])
  for (const path of ['/rest/v1/products', '/webhooks/stripe', '/auth/v1/user'])
    expect(await ask(path, browser)).toEqual([503, 'application/json', expect.stringContaining('"code":"closed"')])
  expect(await ask('/functions/v1/contact', { method: 'POST', body: '{}' })).toEqual([
    503,
    'application/json',
    expect.stringContaining('try again'),
  ])
  for (const path of ['/health/live', '/metrics', '/assets/ibarra.woff2'])
    expect((await ask(path, browser))[2]).toBe('open')
  // Spellings that the router reads as paths of the closed shop. `fetch` would change them before it sends them.
  for (const path of [
    '/health/../functions/v1/contact',
    '/assets/%2e%2e/rest/v1/products',
    '/metrics/../auth/v1/user',
  ]) {
    const { port } = server.address() as AddressInfo
    const [response] = await once(request({ port, path, method: 'POST' }).end(), 'response')
    expect([path, response.resume().statusCode]).toEqual([path, 503])
  }
  const { headers } = await fetch(`${url}/`, browser)
  expect(Object.fromEntries(headers)).toMatchObject({
    'retry-after': '60',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  closed = false
  expect(await ask('/shop', browser)).toEqual([200, null, 'open'])
  server.close()
})
