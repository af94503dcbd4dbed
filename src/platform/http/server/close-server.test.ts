// @module-tag N9

import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer } from './http-server.ts'

/** One complete GET: the status, or the code of the error. */
function sendGet(port: number, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

test('a client that keeps sending requests gets its response and is disconnected, so that the program can end', async () => {
  const server = createServer((_request, response) => setImmediate(() => response.end('here')))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const results: (number | string)[] = []
  const request = (async () => {
    while (results.at(-1) === undefined || results.at(-1) === 200) results.push(await sendGet(port, agent))
  })()
  expect(await sendGet(port, agent)).toBe(200)

  const begunMs = performance.now()
  await closeServer(server, { timeoutMs: 10_000 })
  expect(performance.now() - begunMs).toBeLessThan(5_000)
  await request
  expect(results.slice(0, -1).every((result) => result === 200)).toBe(true)
  agent.destroy()
})

test('a request that is not answered within the time limit is cut off', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const requestArrived = new Promise<void>((arrived) => server.once('request', () => arrived()))
  const result = sendGet(port, new Agent())
  await requestArrived
  await closeServer(server, { timeoutMs: 50 })
  expect(await result).toBe('ECONNRESET')
})
