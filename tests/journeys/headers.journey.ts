import type { Running } from '#tests/fixtures/program.ts'
import { keyOf, named, signIn } from './account-holder.ts'
import { addAdministrator } from './admin-people.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './shop.ts'

/** What a response is: the policy of each kind differs, the other headers do not. */
const policies = {
  page: [/default-src 'none'/, /object-src 'none'/, /base-uri 'none'/, /require-trusted-types-for 'script'/],
  file: [/default-src 'self'/, /object-src 'none'/, /base-uri 'none'/],
  api: [/default-src 'none'/, /sandbox/],
  'page of its own': [/default-src 'none'/, /base-uri 'none'/],
} as const
type Kind = keyof typeof policies
type Expected = [status: number, kind: Kind, path: string, init?: RequestInit]

const json = { 'Content-Type': 'application/json' }
const pages: Expected[] = [
  ...[...publicPages, '/login', '/signup', '/auth', '/account', '/admin', '/admin/money', '/dev/ui'].map(
    (path): Expected => [200, 'page', path],
  ),
  [404, 'page', '/nothing-here'],
  [404, 'page', '/product/nothing'],
  // An error page has no script, so it needs no Trusted Types.
  [405, 'page of its own', '/shop', { method: 'POST' }],
]
const others: Expected[] = [
  [200, 'api', '/shop.data'],
  // From memory.
  [200, 'api', '/shop.data'],
  [200, 'file', '/favicon.svg'],
  [200, 'api', '/manifest.webmanifest'],
  [200, 'api', '/robots.txt'],
  [200, 'api', '/sitemap.xml'],
  [200, 'api', '/sharing/shop.jpg'],
  [404, 'api', '/sharing/product/none.jpg'],
  [400, 'api', '/storage/v1/object/public/product-images/none.jpg'],
  [204, 'api', '/rest/v1/products', { method: 'OPTIONS', headers: { Origin: 'https://evil.example' } }],
  [200, 'api', '/rest/v1/products?limit=1'],
  [404, 'api', '/rest/v1/none'],
  [400, 'api', '/rest/v1/products?limit=none'],
  [200, 'api', '/auth/v1/settings'],
  [401, 'api', '/auth/v1/user'],
  [404, 'api', '/auth/v1/none'],
  [401, 'api', '/functions/v1/order-counts'],
  [404, 'api', '/functions/v1/none'],
  [415, 'api', '/functions/v1/contact', { method: 'POST', body: '{}', headers: { 'Content-Type': 'text/plain' } }],
  [413, 'api', '/functions/v1/contact', { method: 'POST', body: `"${'x'.repeat(1_100_000)}"`, headers: json }],
  [404, 'api', '/webhooks/none', { method: 'POST', body: '{}', headers: json }],
  [200, 'api', '/health/live'],
  [200, 'page of its own', '/dev/mailbox'],
  [404, 'page of its own', '/test-payment/none'],
]

test('every kind of response has all security headers', { tag: '@S25' }, async ({ shop, page }) => {
  const key = await keyOf(page.request, shop)
  const picture = await firstPicture(shop.url)
  const all: Expected[] = [...pages, ...others, [200, 'file', await firstScript(shop.url)], [200, 'api', picture]]
  for (const expected of all) await expectHeaders(shop.url, expected, key)
})

test('a page from memory, a response without a body and a download have the same headers', { tag: '@S25' }, async ({
  shop,
  page,
}) => {
  const key = await keyOf(page.request, shop)
  await expectHeaders(shop.url, [200, 'page', '/shop'], key)
  const tag = (await fetch(`${shop.url}/shop`)).headers.get('etag') ?? ''
  await expectHeaders(shop.url, [304, 'page', '/shop', { headers: { 'If-None-Match': tag } }], key)
  await expectHeaders(shop.url, [200, 'page', '/shop', { method: 'HEAD' }], key)

  const holder = await addAdministrator(page, shop)
  await signIn(page, shop, holder)
  const signedIn = await page.request.post(`${named(shop)}/auth/v1/token?grant_type=password`, {
    headers: { apikey: key },
    data: holder,
  })
  const Authorization = `Bearer ${(await signedIn.json()).access_token}`
  for (const path of ['/functions/v1/export-orders?view=all', '/functions/v1/export-subscribers']) {
    await expectHeaders(shop.url, [200, 'api', path, { headers: { Authorization } }], key)
  }
})

test.describe('behind https', () => {
  let secure: Running
  test.beforeAll(async ({ program }) => {
    secure = await program.startAnother({ SITE_URL: 'https://shop.example', WORKER: 'off' })
  })
  test.afterAll(() => secure.stop())

  test('every kind of response keeps the browser on https for a year', { tag: '@S25' }, async ({ shop, page }) => {
    const key = await keyOf(page.request, shop)
    const picture = await firstPicture(shop.url)
    const paths = ['/', '/nothing-here', await firstScript(shop.url), picture, '/rest/v1/products?limit=1']
    for (const path of [...paths, '/functions/v1/none', '/health/live', '/webhooks/none', '/sitemap.xml']) {
      const { headers } = await fetch(secure.url + path, { headers: { apikey: key } })
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
    }
  })
})

async function expectHeaders(url: string, [status, kind, path, init]: Expected, apikey: string): Promise<void> {
  const response = await fetch(url + path, { redirect: 'manual', ...init, headers: { apikey, ...init?.headers } })
  await response.arrayBuffer()
  const of = `${init?.method ?? 'GET'} ${path}`
  expect(response.status, of).toBe(status)
  const { headers } = response
  expect(headers.get('x-content-type-options'), of).toBe('nosniff')
  expect(headers.get('cross-origin-opener-policy'), of).toBe('same-origin-allow-popups')
  expect(headers.get('cross-origin-resource-policy'), of).toMatch(/^(same|cross)-origin$/)
  expect(headers.get('permissions-policy'), of).toContain('camera=(), ')
  expect(headers.get('referrer-policy'), of).toMatch(/^(no-referrer|same-origin|strict-origin-when-cross-origin)$/)
  expect(headers.get('strict-transport-security'), of).toBeNull()
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy, of).toMatch(/frame-ancestors 'none'/)
  expect(policy, of).not.toMatch(/script-src[^;]*(unsafe|\*|http:)/)
  for (const part of policies[kind]) expect(policy, of).toMatch(part)
}

async function firstPicture(url: string): Promise<string> {
  const path = /\/storage\/v1\/render\/[^"?\s]+/.exec(await (await fetch(`${url}/shop`)).text())?.[0]
  return `${path}?width=320`
}

async function firstScript(url: string): Promise<string> {
  return /\/assets\/[\w-]+\.js/.exec(await (await fetch(`${url}/shop`)).text())?.[0] ?? ''
}
