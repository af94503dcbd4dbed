// @module-tag S8

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopApi, startShopApi } from '#tests/fixtures/shop-api.ts'

/** Random URLs, headers and bodies against the real database: no response is a 5xx, and no data is lost. */
let api: ShopApi
let adminToken: string

beforeAll(async () => {
  api = await startShopApi()
  adminToken = await api.token((await api.db.user({ admin: true })).claims)
  await api.db.product({ slug: 'sentinel', name: 'Sentinel' })
})

afterAll(async () => {
  await api[Symbol.asyncDispose]()
})

const column = fc.constantFrom(
  'id',
  'name',
  'price',
  'sizes',
  'active',
  'created_at',
  'pictures',
  'version',
  'nothing',
  'ctid',
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'is',
  'in',
  'fts',
  'cs',
  'not.eq',
  'not.in',
)
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'null',
    'true',
    '1',
    '-1',
    '1e400',
    'NaN',
    'infinity',
    '2024-01-01',
    '{a,b}',
    '{',
    '(1,2)',
    '("a","b")',
    '()',
    '*',
    '%',
    "'",
    '\\',
    '\0',
    '[]',
    '{"a":1}',
  ),
)
const filter = fc.tuple(column, operator, value).map(([name, how, what]): [string, string] => [name, `${how}.${what}`])
const group = fc
  .tuple(fc.constantFrom('or', 'and', 'not.or'), fc.array(filter, { maxLength: 3 }))
  .map(([joint, all]): [string, string] => [joint, `(${all.map(([name, rest]) => `${name}.${rest}`).join(',')})`])
const shaping = fc.constantFrom<[string, string]>(
  ['select', '*'],
  ['select', 'name,price'],
  ['select', 'nothing'],
  ['order', 'price.desc.nullslast'],
  ['order', 'sizes,pictures'],
  ['limit', '2'],
  ['limit', '-1'],
  ['offset', '1'],
  ['offset', '99999999'],
  ['columns', 'name,"slug"'],
  ['on_conflict', 'slug'],
)
const params = fc.array(fc.oneof(filter, group, shaping), { maxLength: 4 })
const prefer = fc.subarray([
  'count=exact',
  'count=planned',
  'return=representation',
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'missing=default',
])
const body = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .record(
      { name: fc.json(), slug: fc.string(), price: fc.oneof(fc.double(), fc.string()), sizes: fc.jsonValue() },
      { requiredKeys: [] },
    )
    .map((row) => JSON.stringify(row)),
)
const accept = fc.constantFrom('*/*', 'application/vnd.pgrst.object+json')

test('no random request causes a 5xx', { timeout: 120_000 }, async () => {
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE'),
    params,
    prefer,
    body,
    accept,
    signedIn: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const guarded =
        sent.method === 'PATCH' || sent.method === 'DELETE' ? [['slug', 'neq.sentinel'] as [string, string]] : []
      const query = new URLSearchParams([...sent.params, ...guarded])
      const writes = sent.method === 'POST' || sent.method === 'PATCH'
      const response = await fetch(`${api.url}/rest/v1/products?${query}`, {
        method: sent.method,
        headers: {
          apikey: api.anonKey,
          Accept: sent.accept,
          Prefer: sent.prefer.join(','),
          'Content-Type': 'application/json',
          ...(sent.signedIn && { Authorization: `Bearer ${adminToken}` }),
        },
        ...(writes && { body: sent.body }),
      })
      const text = await response.text()
      expect(response.status, `${sent.method} ${query} ${text}`).toBeLessThan(500)
      if (response.status >= 400 && sent.method !== 'HEAD') {
        expect(Object.keys(JSON.parse(text)).sort()).toEqual(['code', 'details', 'hint', 'message'])
      }
    }),
    { numRuns: 1_500 },
  )
  expect((await api.client().from('products').select('name').eq('slug', 'sentinel').single()).data).toEqual({
    name: 'Sentinel',
  })
})
