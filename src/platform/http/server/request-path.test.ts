import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { requestPath } from './request-path.ts'

test.each([
  ['/rest/v1/products?select=id', '/rest/v1/products'],
  ['/r%65st/%761/products', '/rest/v1/products'],
  ['/health/../rest/v1/products', '/rest/v1/products'],
  ['/health/%2e%2E/rest/./v1/products#x', '/rest/v1/products'],
  ['http://shop.test/rest/v1/products', '/rest/v1/products'],
  ['HTTP://shop.test:80/assets/../rest/v1/products?x', '/rest/v1/products'],
  ['/health\\..\\rest/v1/products', '/rest/v1/products'],
  ['//health/live', '//health/live'],
  ['/health%2flive', '/health%2flive'],
  ['/%e0%a4%a/order', '/%e0%a4%a/order'],
  ['http://name:secret@shop.test/health/../rest', '/rest'],
  ['http://', 'http://'],
  ['mailto:(a', 'mailto:(a'],
  ['*', '*'],
  ['', ''],
])('%s is matched as %s', (target, path) => {
  expect(requestPath(target)).toBe(path)
})

test('any path is read as the router reads it, and no target fails', async () => {
  const app = new Hono().all('*', (c) => c.text(c.req.path))
  const part = fc.constantFrom(
    'a',
    '/',
    '//',
    '..',
    '.',
    '%2e',
    '%2F',
    '%25',
    '%',
    '%zz',
    '%e0',
    '\\',
    ';',
    '?',
    '#',
    'é',
  )
  const path = fc.array(part, { maxLength: 12 }).map((parts) => `/${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(path, async (target) => {
      const routed = await app.request(`http://host${target}`)
      expect(requestPath(target)).toBe(await routed.text())
    }),
    { numRuns: 500 },
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (target) => typeof requestPath(target) === 'string'))
})
