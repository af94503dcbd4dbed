// @module-tag N14

import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { bodyTimeout } from './http-server.ts'

test('a slow request body gets 408, unless its path may take longer', async () => {
  const limited = bodyTimeout(
    (request, response) => {
      request.resume().on('end', () => response.end('all of it'))
    },
    { timeoutMs: 100, mayTakeLonger: (url) => url === '/upload' },
  )
  const server = createServer(limited)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  /** Sends a body without its last byte, and the last byte after a delay. */
  const slow = (path: string) =>
    new Promise<string>((answered) => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('data', (data) => (text += data))
      socket.on('close', () => answered(text))
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\nx`)
      setTimeout(() => socket.writable && socket.write('y'), 300)
    })
  const [other, upload] = await Promise.all([slow('/other'), slow('/upload')])
  expect(other).toMatch(/^HTTP\/1.1 408 /)
  expect(upload).toContain('all of it')
  const quick = await fetch(`http://127.0.0.1:${port}/other`, { method: 'POST', body: 'xy' })
  expect(await quick.text()).toBe('all of it')
  server.closeAllConnections()
  server.close()
})
