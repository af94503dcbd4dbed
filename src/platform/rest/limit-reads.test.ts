import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitReads } from './limit-reads.ts'

test('while forty reads are in progress another is refused with Retry-After at once, and served when one has ended', async () => {
  const waiting: ServerResponse[] = []
  let refusals = 0
  const listener = limitReads((_request, response) => void waiting.push(response), {
    headers: [['X-Content-Type-Options', 'nosniff']],
    onRefusal: () => {
      refusals += 1
    },
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const read = `${url}/rest/v1/products`
  const leaving = new AbortController()
  const left = fetch(read, { signal: leaving.signal }).catch((error: Error) => error.name)
  const admitted = Array.from({ length: 39 }, () => fetch(read))
  await expect.poll(() => waiting.length).toBe(40)

  const refused = await fetch(read)
  expect(refused.status).toBe(503)
  expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '2', 'x-content-type-options': 'nosniff' })
  expect(await refused.json()).toMatchObject({ code: '53300', message: expect.stringContaining('try again') })
  expect(refusals).toBe(1)
  const others = [fetch(read, { method: 'POST' }), fetch(`${url}/functions/v1/contact`)]
  await expect.poll(() => waiting.length).toBe(42)

  leaving.abort()
  expect(await left).toBe('AbortError')
  let next: Promise<Response> | undefined
  await expect
    .poll(() => {
      next = fetch(read)
      return Promise.race([
        next.then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, 200, 'waits')),
      ])
    })
    .toBe('waits')
  for (const each of waiting) each.end('served')
  for (const each of [...admitted, ...others]) expect((await each).status).toBe(200)
  expect(await (await next)?.text()).toBe('served')
})
