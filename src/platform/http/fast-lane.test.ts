import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { Ready } from '../pages/ready-answer.ts'
import { closeServer } from './close-server.ts'
import { openFastLane } from './fast-lane.ts'
import { createListener } from './listener.ts'

const page: Ready = {
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', 'public, max-age=0, must-revalidate'],
  ],
  body: { identity: Buffer.from(`<h1>Shop</h1>${'x'.repeat(60_000)}`), gzip: Buffer.from('smaller') },
  etag: 'tag',
}
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: shop\r\n${fields}\r\n`

async function serve(patience = { firstMs: 300, idleMs: 300 }) {
  const slow: string[] = []
  const rest = async (request: IncomingMessage, response: import('node:http').ServerResponse) => {
    response.end(`${request.method} ${request.url} ${await text(request)}`)
  }
  const find = (url: string) => (url === '/shop' ? page : undefined)
  const server: Server = createServer({ keepAliveTimeout: 300 }, createListener({ find, rest }))
  server.on('request', ({ method, url }) => slow.push(`${method} ${url}`))
  const lane = openFastLane({ server, find, patience })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    lane.close()
    await closeServer(server, { patienceMs: 500 })
  })
  return { port, slow, lane, server }
}

/** A connection of bare bytes: what it got so far, and whether the server has ended it. */
function talk(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const got = { text: '', ended: false, socket }
  socket.on('data', (chunk) => {
    got.text += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    got.ended = true
  })
  onTestFinished(() => {
    socket.destroy()
  })
  return got
}

function headOf(answer: string): string[] {
  const lines = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n')
  return lines
    .map((line) => line.toLowerCase())
    .filter((line) => !/^(date|connection|keep-alive):/.test(line))
    .sort()
}

test('the lane says what the HTTP server says, head and body', async () => {
  const { port, slow } = await serve()
  for (const fields of [
    '',
    'Accept-Encoding: gzip, br\r\n',
    'If-None-Match: "tag"\r\n',
    'Accept-Encoding: gzip;q=0\r\n',
  ]) {
    const [fast, server] = [talk(port), talk(port)]
    fast.socket.write(get('/shop', fields))
    server.socket.write(get('/shop', `${fields}Connection: close\r\n`))
    await expect.poll(() => server.ended).toBe(true)
    await expect.poll(() => fast.text.length).toBeGreaterThan(100)
    expect(headOf(fast.text)).toEqual(headOf(server.text))
    expect(fast.text.split('\r\n\r\n')[1]).toBe(server.text.split('\r\n\r\n')[1])
    expect(fast.text).toMatch(/\r\nDate: \w{3}, \d\d /)
  }
  expect(slow).toHaveLength(4)
})

test('a connection stays in the lane for pages, and leaves it whole for anything else', async () => {
  const { port, slow } = await serve()
  const { socket, ...got } = talk(port)
  const answers = text(socket)
  socket.write(get('/shop', 'Accept-Encoding: gzip\r\n'))
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
  socket.write('POST /rest HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\n01234')
  await new Promise((resolve) => setImmediate(resolve))
  socket.write('56789')
  await expect.poll(() => slow).toEqual(['POST /rest'])
  socket.write(get('/shop', 'Accept-Encoding: gzip\r\nConnection: close\r\n'))
  expect(await answers).toMatch(/smaller[\s\S]*POST \/rest 0123456789[\s\S]*smaller/)
  expect(got.ended).toBe(false)
})

test('requests in pieces, in pairs, with a body or with odd fields are the HTTP server’s', async () => {
  const { port, slow } = await serve()
  const pieces = talk(port)
  pieces.socket.write('GET /shop HTT')
  // Another connection's answer says that the first piece has arrived.
  const other = talk(port)
  other.socket.write(get('/shop'))
  await expect.poll(() => other.text).toContain('<h1>')
  pieces.socket.write('P/1.1\r\nHost: shop\r\n\r\n')
  await expect.poll(() => pieces.text).toContain('<h1>')

  const pair = talk(port)
  pair.socket.write(get('/shop') + get('/other'))
  await expect.poll(() => pair.text).toContain('GET /other')

  // A body that looks like a request is a body.
  const smuggled = talk(port)
  smuggled.socket.write(`${get('/shop', 'Content-Length: 46\r\n')}`)
  smuggled.socket.write(get('/evil', 'X: 1234567890123456\r\n').slice(0, 46))
  await expect.poll(() => smuggled.text).toContain('<h1>')
  expect(slow).toEqual(['GET /shop', 'GET /shop', 'GET /other', 'GET /shop'])

  const nameless = talk(port)
  nameless.socket.write('GET /shop HTTP/1.1\r\n\r\n')
  await expect.poll(() => nameless.text).toMatch(/^HTTP\/1.1 400/)
})

test('who asks without reading is handed over, so that nothing piles up for him', async () => {
  const { port, slow } = await serve()
  const { socket } = talk(port)
  socket.pause()
  const ask = () => {
    if (slow.length === 0 && !socket.destroyed) socket.write(get('/shop'), () => setImmediate(ask))
  }
  ask()
  await expect.poll(() => slow.length).toBeGreaterThan(0)
})

test('a silent connection is let go, an idle one is kept for a while, and a stop ends both', async () => {
  const { port } = await serve({ firstMs: 100, idleMs: 60_000 })
  const silent = talk(port)
  await expect.poll(() => silent.ended).toBe(true)

  const { port: other, lane } = await serve({ firstMs: 60_000, idleMs: 60_000 })
  const idle = talk(other)
  idle.socket.write(get('/shop'))
  await expect.poll(() => idle.text).toContain('<h1>')
  lane.close()
  await expect.poll(() => idle.ended).toBe(true)
  const later = talk(other)
  later.socket.write(get('/shop', 'Connection: close\r\n'))
  await expect.poll(() => later.text).toContain('<h1>')
})
