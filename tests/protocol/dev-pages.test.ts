import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompleteShop, startCompleteShop } from '../fixtures/complete-shop.ts'

/**
 * A rehearsal's pages are for its owner only. A site whose name resolves to this machine (DNS rebinding) has the same
 * origin in its visitor's browser, so the host name of the request decides.
 */
let shop: CompleteShop

beforeAll(async () => {
  shop = await startCompleteShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Sent raw, since `fetch` sets the host itself. */
function ask(path: string, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const sent = request(shop.url, { path, headers: { Host: host } }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
  sent.on('error', reject).end()
  return promise
}

test('the mailbox is served under the host names of this machine', async () => {
  for (const name of ['localhost', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '127.8.9.10', '[::1]']) {
    for (const port of ['', ':3000', ':65535']) {
      expect(await ask('/dev/mailbox', name + port), name + port).toBe(200)
    }
  }
})

test('a request target with another host is refused, whatever its Host header', async () => {
  for (const target of ['http://evil.example/dev/mailbox', 'http://localhost@evil.example/dev/mailbox']) {
    expect([400, 421], target).toContain(await ask(target, 'localhost:3000'))
  }
})

test('an invalid host is a client error at every URL', async () => {
  for (const path of ['/shop?q=a', '/functions/v1/shop-terms', '/storage/v1/object/public/x/y.jpg', '/nothing'])
    expect(await ask(path, '10.127.0.0.1'), path).toBe(400)
})

test('the mailbox refuses every other host name, in any spelling of the path', async () => {
  const others = [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.evil.example',
    '127.evil.example',
    '192.168.1.5:3000',
    '0.0.0.0:3000',
    '[::]',
    '[::ffff:10.0.0.1]',
    '10.127.0.0.1',
    'localhost@evil.example',
    '1.127.0.0.1',
  ]
  for (const host of others) {
    for (const path of [
      '/dev/mailbox',
      '/dev/mailbox/1',
      '/dev/mailbox/1/html',
      '/DEV/mailbox',
      '/%64ev/mailbox',
      '/dev/ui',
    ]) {
      expect([400, 421], `${host} ${path}`).toContain(await ask(path, host))
    }
  }
  expect(await ask('/dev/mailbox', 'evil.example')).toBe(421)
  expect(await ask('/dev/mailbox', '192.168.1.5:3000')).toBe(421)
})

test('the shop itself is served under any host name', async () => {
  expect(await ask('/health/live', 'evil.example')).toBe(200)
})
