import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { CacheEntry, CacheRequest } from '#platform/pages/cached-response.ts'
import { closeServer, createHttpServer } from './http-server.ts'
import { createListener } from './listener.ts'

const html = `<h1>Shop</h1>${'x'.repeat(60_000)}`
const page: CacheEntry = {
  headers: [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', 'public, max-age=0, must-revalidate'],
  ],
  body: { identity: Buffer.from(html), gzip: Buffer.from('smaller') },
  etag: 'tag',
}
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 20,
}
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: shop\r\n${fields}\r\n`

/**
 * The program's server with one cached page, `/shop`; `application` lists the requests that the cache did not answer.
 */
async function serve(changed: Partial<typeof timeouts> = {}) {
  const requests: string[] = []
  const application: string[] = []
  const lookups: Pick<CacheRequest, 'accept' | 'isSimple'>[] = []
  const rest: RequestListener = async (request, response) => {
    application.push(`${request.method} ${request.url}`)
    response.end(`${request.method} ${request.url} ${await text(request)}`)
  }
  const find = (url: string, request: Pick<CacheRequest, 'accept' | 'isSimple'>) => {
    lookups.push(request)
    return url === '/shop' ? page : undefined
  }
  const server = createHttpServer(createListener({ find, rest }), { ...timeouts, ...changed })
  server.on('request', ({ method, url }) => requests.push(`${method} ${url}`))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    await closeServer(server, { timeoutMs: 500 })
  })
  return { port: (server.address() as AddressInfo).port, requests, application, lookups, server }
}

/** A raw connection: the text received so far, and whether it has ended. */
function openConnection(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  const received = { text: '', ended: false, socket }
  socket.on('data', (chunk) => {
    received.text += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    received.ended = true
  })
  onTestFinished(() => {
    socket.destroy()
  })
  return received
}

/** Sends the bytes over a connection of their own and resolves to the response when the server has closed it. */
async function exchange(port: number, bytes: string | Uint8Array): Promise<string> {
  const connection = openConnection(port)
  connection.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  await expect.poll(() => connection.ended, { timeout: 5_000 }).toBe(true)
  return connection.text
}

function readResponse(response: string) {
  const at = response.indexOf('\r\n\r\n')
  const [status = '', ...lines] = response.slice(0, at).split('\r\n')
  const headers = lines
    .map((line) => line.toLowerCase())
    .filter((line) => !/^(date|connection|keep-alive):/.test(line))
    .sort()
  return { status, headers, body: response.slice(at + 4) }
}

const always = ['cache-control: public, max-age=0, must-revalidate', 'content-type: text/html; charset=utf-8']

test('a cached page is sent with its headers, in the encoding that the client accepts', async () => {
  const { port, application } = await serve()
  const exchangeWith = async (fields: string) => {
    const response = await exchange(port, get('/shop', `${fields}Connection: close\r\n`))
    expect(response).toMatch(/\r\nDate: \w{3}, \d\d /)
    return readResponse(response)
  }
  const plain = {
    status: 'HTTP/1.1 200 OK',
    headers: [...always, `content-length: ${html.length}`, 'etag: "tag"', 'vary: accept-encoding'].sort(),
    body: html,
  }
  expect(await exchangeWith('')).toEqual(plain)
  expect(await exchangeWith('Accept-Encoding: gzip;q=0\r\n')).toEqual(plain)
  expect(await exchangeWith('Accept-Encoding: gzip, br\r\n')).toEqual({
    status: 'HTTP/1.1 200 OK',
    headers: [
      ...always,
      'content-encoding: gzip',
      'content-length: 7',
      'etag: "tag-gzip"',
      'vary: accept-encoding',
    ].sort(),
    body: 'smaller',
  })
  expect(application).toEqual([])
})

test('a client that has the page gets 304 without a body, and HEAD gets the headers alone', async () => {
  const { port } = await serve()
  const known = readResponse(await exchange(port, get('/shop', 'If-None-Match: "tag"\r\nConnection: close\r\n')))
  expect(known).toEqual({
    status: 'HTTP/1.1 304 Not Modified',
    headers: [...always, 'etag: "tag"', 'vary: accept-encoding'].sort(),
    body: '',
  })
  const head = readResponse(await exchange(port, get('/shop', 'Connection: close\r\n').replace('GET', 'HEAD')))
  expect(head.headers).toContain(`content-length: ${html.length}`)
  expect([head.status, head.body]).toEqual(['HTTP/1.1 200 OK', ''])
})

test('one connection carries pages and a request with a body in pieces', async () => {
  const { port, application } = await serve()
  const connection = openConnection(port)
  const { socket } = connection
  const responses = text(socket)
  socket.write(get('/shop', 'Accept-Encoding: gzip\r\n'))
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(0)
  socket.write('POST /rest HTTP/1.1\r\nHost: shop\r\nContent-Length: 10\r\n\r\n01234')
  await expect.poll(() => application).toEqual(['POST /rest'])
  expect(connection.ended).toBe(false)
  socket.write('56789')
  socket.write(get('/shop', 'Accept-Encoding: gzip\r\nConnection: close\r\n'))
  expect(await responses).toMatch(/smaller[\s\S]*POST \/rest 0123456789[\s\S]*smaller/)
})

test('requests in pieces and in pairs are answered, and a body that looks like a request is a body', {
  tags: ['S34'],
}, async () => {
  const { port, requests } = await serve()
  const pieces = openConnection(port)
  pieces.socket.write('GET /shop HTT')
  // The response on another connection shows that the first piece has arrived.
  const other = openConnection(port)
  other.socket.write(get('/shop'))
  await expect.poll(() => other.text).toContain('<h1>')
  pieces.socket.write('P/1.1\r\nHost: shop\r\n\r\n')
  await expect.poll(() => pieces.text).toContain('<h1>')

  const pair = openConnection(port)
  pair.socket.write(get('/shop') + get('/other'))
  await expect.poll(() => pair.text).toContain('GET /other')

  const smuggled = openConnection(port)
  smuggled.socket.write(get('/shop', 'Content-Length: 46\r\n'))
  smuggled.socket.write(get('/evil', 'X: 1234567890123456\r\n').slice(0, 46))
  await expect.poll(() => smuggled.text).toContain('<h1>')
  smuggled.socket.write(get('/last'))
  await expect.poll(() => smuggled.text).toContain('GET /last')
  expect(requests).toEqual(['GET /shop', 'GET /shop', 'GET /shop', 'GET /other', 'GET /shop', 'GET /last'])
})

test('a malformed request is answered 400, and one with too long headers 431', { tags: ['S34'] }, async () => {
  const { port, requests } = await serve()
  const start = 'GET /shop HTTP/1.1\r\nHost: a\r\n'
  const malformed = [
    'GET /shop HTTP/1.1\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
    `${start} folded\r\n\r\n`,
    `${start}Name : x\r\n\r\n`,
    `${start}N\0me: x\r\n\r\n`,
    `${start}A: b\nContent-Length: 5\r\n\r\n`,
    `${start}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ]
  for (const request of malformed) expect(await exchange(port, request), request).toMatch(/^HTTP\/1.1 400 /)
  expect(await exchange(port, `${start}X: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
  expect(requests).toEqual([])
})

test('random bytes end a connection and not the program', { tags: ['S34'] }, async () => {
  const { port } = await serve({ headersTimeout: 50, requestTimeout: 50 })
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      expect(await exchange(port, sent)).not.toMatch(/^HTTP\/1.1 2/)
    }),
    { numRuns: 20 },
  )
  expect(await exchange(port, get('/shop', 'Connection: close\r\n'))).toContain('<h1>')
})

test('the lookup gets `Accept`, and whether a header needs the application', async () => {
  const { port, lookups } = await serve()
  const browser = [
    'Connection: close',
    'sec-ch-ua: "Chromium";v="156", "Not=A?Brand";v="24"',
    'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Cookie: a=b',
  ]
  await exchange(port, get('/shop?utm_source=x', `${browser.join('\r\n')}\r\n`))
  for (const field of [
    'Origin: https://a.example',
    'If-Modified-Since: Sat, 21 Nov 2026 20:00:00 GMT',
    'If-Range: "x"',
    'Range: bytes=0-1',
  ])
    await exchange(port, get('/a', `Connection: close\r\n${field}\r\n`))
  const [first, ...others] = lookups
  expect(first).toMatchObject({ accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', isSimple: true })
  expect(others.map(({ isSimple }) => isSimple)).toEqual([false, false, false, false])
})

test('backpressure: the server stops reading from a client that pipelines without reading', async () => {
  const { port, requests, server } = await serve()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const { socket } = openConnection(port)
  socket.pause()
  const [serverSide] = await accepted
  const count = 2_000
  socket.write(get('/shop').repeat(count - 1) + get('/shop', 'Connection: close\r\n'))
  await expect.poll(() => serverSide.isPaused()).toBe(true)
  expect(requests.length).toBeLessThan(count)
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  socket.resume()
  await once(socket, 'close')
  expect(requests).toHaveLength(count)
  expect(bytes).toBeGreaterThan(count * html.length)
})

test('a silent connection is closed, an idle one stays open for a while, and a stop closes it', {
  tags: ['N14'],
}, async () => {
  const { port: strict } = await serve({ headersTimeout: 100, requestTimeout: 100 })
  const silent = openConnection(strict)
  await expect.poll(() => silent.ended).toBe(true)

  const { port, server } = await serve({ keepAliveTimeout: 60_000 })
  const idle = openConnection(port)
  idle.socket.write(get('/shop'))
  await expect.poll(() => idle.text).toContain('<h1>')
  expect(idle.ended).toBe(false)
  await closeServer(server, { timeoutMs: 10_000 })
  await expect.poll(() => idle.ended).toBe(true)

  const { port: brief } = await serve({ keepAliveTimeout: 50 })
  const forgotten = openConnection(brief)
  forgotten.socket.write(get('/shop'))
  await expect.poll(() => forgotten.ended, { timeout: 5_000 }).toBe(true)
  expect(forgotten.text).toContain('<h1>')
})
