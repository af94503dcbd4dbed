import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlainGet } from './plain-get.ts'

const read = (text: string) => readPlainGet(Buffer.from(text, 'latin1'))

test('a browser’s request for a page is plain', () => {
  const head = [
    'GET /shop?utm_source=x HTTP/1.1',
    'Host: localhost:3000',
    'Connection: keep-alive',
    'sec-ch-ua: "Chromium";v="156", "Not=A?Brand";v="24"',
    'User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
    'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'If-None-Match: "abc-br"',
    'Cookie: a=b',
  ]
  expect(read(`${head.join('\r\n')}\r\n\r\n`)).toEqual({
    url: '/shop?utm_source=x',
    accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    isBare: true,
    acceptEncoding: 'gzip, deflate, br, zstd',
    ifNoneMatch: '"abc-br"',
  })
})

test('whatever is not one plain GET is left to the HTTP parser', () => {
  const ok = 'GET / HTTP/1.1\r\nHost: a\r\n'
  const others = [
    '',
    'GET / HTTP/1.1\r\n\r\n',
    `${ok}\r\n${ok}\r\n`,
    `${ok}\r\nx`,
    `${ok}Content-Length: 0\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
    `${ok}Connection: close\r\n\r\n`,
    `${ok}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`,
    `${ok}Expect: 100-continue\r\n\r\n`,
    `${ok}Range: bytes=0-1\r\n\r\n`,
    `${ok} folded\r\n\r\n`,
    `${ok}Name : x\r\n\r\n`,
    `${ok}N\0me: x\r\n\r\n`,
    `${ok}A: b\nContent-Length: 5\r\n\r\n`,
    `${ok}Host: b\r\n\r\n`,
    'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
    'GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\nHost: a\n\n',
    `${ok}X: ${'x'.repeat(9_000)}\r\n\r\n`,
  ]
  for (const text of others) expect(read(text), JSON.stringify(text.slice(0, 80))).toBeNull()
})

test('no bytes make it throw, and a head with a body’s or a connection’s field is never plain', () => {
  const field = fc.constantFrom('Content-Length: 3', 'transfer-encoding:chunked', 'CONNECTION: close', 'Upgrade: x')
  const line = fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.constant('Accept: */*'))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), field, fc.array(line, { maxLength: 5 }), (before, bad, after) => {
      const head = ['GET / HTTP/1.1', 'Host: a', ...before, bad, ...after].join('\r\n')
      expect(read(`${head}\r\n\r\n`)).toBeNull()
    }),
  )
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void readPlainGet(Buffer.from(bytes))))
})

test('what changes the answer of a stored object is told', () => {
  for (const field of [
    'Origin: https://a.example',
    'If-Modified-Since: Sat, 21 Nov 2026 20:00:00 GMT',
    'If-Range: "x"',
  ])
    expect(read(`GET /a HTTP/1.1\r\nHost: a\r\n${field}\r\n\r\n`)).toMatchObject({ isBare: false })
})
