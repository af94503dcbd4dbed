import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompleteShop, startCompleteShop } from '../fixtures/complete-shop.ts'

let shop: CompleteShop

beforeAll(async () => {
  shop = await startCompleteShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** `fetch` refuses to send TRACE. */
async function send(method: string, path: string): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const headers = { apikey: shop.anonKey, 'X-Secret': 'a header of the browser' }
  const sent = request(shop.url + path, { method, headers }, async (response) => {
    let text = ''
    for await (const chunk of response) text += chunk
    resolve({ status: response.statusCode ?? 0, text: text + JSON.stringify(response.headers) })
  })
  sent.on('error', reject).end()
  return promise
}

test('TRACE and unknown methods are refused everywhere, and no header is sent back', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'SEARCH']) {
    for (const path of [
      '/health/live',
      '/rest/v1/products',
      '/auth/v1/user',
      '/functions/v1/shop-terms',
      '/storage/v1/object/public/product-images/a.jpg',
      '/webhooks/test',
      '/a-page',
    ]) {
      const { status, text } = await send(method, path)
      expect([400, 401, 403, 404, 405], `${method} ${path}: ${status}`).toContain(status)
      expect(text, `${method} ${path}`).not.toContain('a header of the browser')
    }
  }
})
