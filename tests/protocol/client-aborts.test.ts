import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CompleteShop, type LogLine, type Route, startCompleteShop } from '../fixtures/complete-shop.ts'

/** A client that disconnects while it sends a body is not an error of the shop: one debug line, without a stack. */
let shop: CompleteShop

beforeAll(async () => {
  shop = await startCompleteShop()
  await shop.db.asService((tx) =>
    tx
      .insertInto('storage.buckets')
      .values({ id: 'open', name: 'open', public: true })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  shop.lines.length = 0
})

type Sent = { contentType?: string; chunked?: boolean; token: string; begun?: string }

/** Sends the head and the start of a body, and disconnects. Resolves when the shop has logged the request. */
async function goAway({ method, url }: Pick<Route, 'method' | 'url'>, sent: Sent): Promise<LogLine[]> {
  const { contentType = 'application/json', chunked = false, token, begun = '{"email":"ruth' } = sent
  const before = shop.lines.length
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  const head = [
    `${method} ${url} HTTP/1.1`,
    'Host: localhost:3000',
    `apikey: ${shop.anonKey}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${contentType}`,
    chunked ? 'Transfer-Encoding: chunked' : 'Content-Length: 900',
  ]
  const body = chunked ? `${begun.length.toString(16)}\r\n${begun}\r\n` : begun
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Long enough for the handler to be reading the body.
  await pause(60)
  socket.destroy()
  await expect
    .poll(() => shop.lines.slice(before).some(({ msg }) => msg === 'request'), { timeout: 5_000, interval: 5 })
    .toBe(true)
  return shop.lines.slice(before)
}

/** Lines at an alerting level, or with a stack. */
function alarming(lines: LogLine[]): LogLine[] {
  return lines.filter((line) => line.level >= 40 || JSON.stringify(line).includes('"stack"'))
}

const changing = ['POST', 'PUT', 'PATCH', 'DELETE']

test.each(['/auth/v1', '/functions/v1', '/storage/v1', '/webhooks'])(
  'a client that disconnects in mid-body is logged at debug by every address under %s',
  async (prefix) => {
    const found: string[] = []
    const routes = shop.routes(prefix, changing)
    expect(routes.length).toBeGreaterThan(0)
    for (const route of routes) {
      for (const chunked of [false, true]) {
        const token = prefix === '/functions/v1' ? shop.adminToken : shop.serviceRoleKey
        const lines = await goAway(route, { chunked, token })
        const loud = alarming(lines)
        const status = lines.find(({ msg }) => msg === 'request')?.status
        if (loud.length > 0 || Number(status) >= 500) {
          found.push(`${route.method} ${route.path} ${chunked}: ${status} ${JSON.stringify(loud).slice(0, 300)}`)
        }
      }
    }
    expect(found).toEqual([])
  },
  120_000,
)

test.each([
  ['the data', { method: 'POST', url: '/rest/v1/products' }, {}],
  ['the data, changed', { method: 'PATCH', url: '/rest/v1/products?slug=eq.x' }, {}],
  ['an upload', { method: 'POST', url: '/storage/v1/object/open/a.txt' }, { contentType: 'text/plain' }],
  [
    'an upload of a picture',
    { method: 'POST', url: '/storage/v1/object/product-images/a.png' },
    { contentType: 'image/png', begun: '\u0089PNG\r\n' },
  ],
  [
    'an upload as a form',
    { method: 'POST', url: '/storage/v1/object/open/a.txt' },
    {
      contentType: 'multipart/form-data; boundary=x',
      begun: '--x\r\nContent-Disposition: form-data; name=""; filename="a.txt"\r\n\r\nbytes',
    },
  ],
  [
    'a form’s head',
    { method: 'POST', url: '/storage/v1/object/open/a.txt' },
    { contentType: 'multipart/form-data; boundary=x', begun: '--x\r\nContent-Dispo' },
  ],
  ['a test payment', { method: 'POST', url: '/test-payment/x' }, { contentType: 'application/x-www-form-urlencoded' }],
] as const)('so it is by %s', async (_, route, sent) => {
  for (const chunked of [false, true]) {
    const lines = await goAway(route, { ...sent, chunked, token: shop.serviceRoleKey })
    expect(alarming(lines)).toEqual([])
    expect(lines.find(({ msg }) => msg === 'request')?.status).toBeLessThan(500)
  }
})

test('a disconnect is logged at debug, once', async () => {
  const lines = await goAway({ method: 'POST', url: '/functions/v1/list-place' }, { token: shop.anonKey })
  const logged = lines.filter(({ msg }) => msg !== 'request')
  expect(logged).toMatchObject([{ level: 20, msg: 'the client went away before its body was whole' }])
  expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ status: 499 })
})
