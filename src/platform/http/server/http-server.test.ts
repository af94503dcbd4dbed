import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { createHttpServer } from './http-server.ts'

test('a request whose client reset its connection is not served, since its address is unknown', async () => {
  const addresses: unknown[] = []
  const server = createHttpServer((request, response) => {
    addresses.push(request.socket.remoteAddress)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Without the check about half of these requests came without an address.
  for (let sent = 0; sent < 200; sent += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    await once(socket, 'connect')
    socket.write('GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n', () => socket.resetAndDestroy())
  }
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  expect(addresses.length).toBeGreaterThan(0)
  expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']))
  server.close()
})
