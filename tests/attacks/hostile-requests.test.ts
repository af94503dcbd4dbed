// @module-tag S33
// @module-tag S41

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchPictures, listUnfetched } from '#features/catalogue/move-in/fetch-pictures.ts'
import { pictureBuckets } from '#operations/picture-uses.ts'
import { formatCsv } from '#platform/csv.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { faultsOf, hostile, hostileInAddress } from '#tests/fixtures/hostile-input.ts'
import { bodiesOf, newId, queriesOf } from '#tests/fixtures/request-samples.ts'
import { addSampleOrders } from '#tests/fixtures/sample-orders.ts'
import { type CompleteShop, type Route, startCompleteShop } from '../fixtures/complete-shop.ts'

/**
 * A table of hostile values in every field, query and path of every route the program registers. /auth/v1 and /rest/v1
 * have their own fuzzers with the same values.
 */
let shop: CompleteShop
let samples: Record<string, object[]>

/** A server that only this machine reaches, and the requests that it got. */
const inner = createServer((request, response) => {
  fetched.push(request.url ?? '')
  response.end('{}')
})
const fetched: string[] = []
let innerAddress = ''

beforeAll(async () => {
  inner.listen(0, '127.0.0.1')
  await once(inner, 'listening')
  innerAddress = JSON.stringify(`http://127.0.0.1:${(inner.address() as AddressInfo).port}/inner`)
  shop = await startCompleteShop()
  samples = bodiesOf(await addSampleOrders(shop))
  const storage = { method: 'POST', headers: { Authorization: `Bearer ${shop.serviceRoleKey}` } }
  const bucket = { body: JSON.stringify({ id: 'hostile', name: 'hostile', public: true }) }
  const json = { ...storage.headers, 'Content-Type': 'application/json' }
  expect((await fetch(`${shop.url}/storage/v1/bucket`, { ...storage, ...bucket, headers: json })).status).toBe(200)
  const file = { body: 'a', headers: { ...storage.headers, 'Content-Type': 'text/plain' } }
  expect((await fetch(`${shop.url}/storage/v1/object/hostile/a.txt`, { ...storage, ...file })).status).toBe(200)
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  inner.close()
})

const surfaces = ['/functions/v1', '/storage/v1', '/webhooks', '/test-payment', '/dev']
const changing = ['POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The service key where only it is permitted, otherwise an administrator's token: an early refusal would test nothing.
 */
function tokenFor(path: string): string {
  return path.startsWith('/storage') || path.endsWith('/report-mail-problem') ? shop.serviceRoleKey : shop.adminToken
}

async function faultOf(route: Route, url: string, body?: string): Promise<string[]> {
  const response = await fetch(shop.url + url, {
    method: route.method,
    redirect: 'manual',
    headers: { Authorization: `Bearer ${tokenFor(route.path)}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: withNewIds(body) }),
  })
  const faults = await faultsOf(response, `${route.method} ${url} ${body ?? ''}`)
  // A redirect and a file are not JSON, and neither are the pages of a rehearsal.
  const isPage = /^\/(test-payment|dev)\b/.test(route.path)
  return response.status < 400 || (isPage && response.status < 500) ? [] : faults
}

const withNewIds = (body: string) => body.replaceAll(newId, () => crypto.randomUUID())

/** Eight at once, but one by one where the shop handles them so. */
async function findFaults({ path }: Route, sent: (() => Promise<string[]>)[]): Promise<string[]> {
  const atOnce = path.includes('/export-') ? 1 : 8
  const found: string[] = []
  for (let at = 0; at < sent.length; at += atOnce) {
    const some = await Promise.all(sent.slice(at, at + atOnce).map((send) => send()))
    found.push(...some.flat())
  }
  return found
}

const placeholder = 'the place of a hostile value'

/** JSON texts of the sample, each with one value at any depth replaced by the placeholder. */
function withEach(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [placeholder]
  const copies = Object.entries(value).flatMap(([key, inner]) =>
    withEach(inner).map((put) => (Array.isArray(value) ? value.with(Number(key), put) : { ...value, [key]: put })),
  )
  return copies
}

/** The sample with each of its values replaced by every short hostile value. */
function hostileBodies(sample: object): string[] {
  const short = [...hostile.filter((text) => text.length < 1_000), innerAddress]
  return withEach(sample).flatMap((copy) =>
    short.map((text) => JSON.stringify(copy).replace(JSON.stringify(placeholder), () => text)),
  )
}

test('every route with a body has a sample, and every route that is read has its query', () => {
  for (const prefix of surfaces) {
    for (const { method, path } of shop.routes(prefix, changing)) {
      const takesNone = method === 'DELETE' && path !== '/storage/v1/object/:bucket'
      if (!takesNone) expect(samples, `${method} ${path}`).toHaveProperty([`${method} ${path}`])
    }
    for (const { path } of shop.routes(prefix, ['GET'])) expect(queriesOf, path).toHaveProperty([path])
  }
})

test('the samples about orders reach their handlers, however often they are sent', async () => {
  const names = [
    ...['cancel-order-by-link', 'bought-order', 'find-order', 'change-order', 'change-address', 'request-return'],
    ...['return-photograph', 'save-review', 'erase-review', 'review-requests', 'review-photograph', 'edit-order'],
    ...['undo-order-edit', 'cancel-lines', 'refund-lines', 'change-return', 'refund-return', 'change-review'],
  ]
  const samplesOf = names.map((name) => ({ name, body: samples[`POST /functions/v1/${name}`]?.[0] ?? {} }))
  for (const { name, body } of samplesOf) {
    const send = async () => (await shop.ask(name, JSON.parse(withNewIds(JSON.stringify(body))))).status
    // A change is undone once.
    expect([await send(), await send()], name).toEqual([200, name === 'undo-order-edit' ? 409 : 200])
  }
})

test.each(surfaces)(
  'no body is a fault at any address under %s',
  async (prefix) => {
    const found: string[] = []
    for (const route of shop.routes(prefix, changing)) {
      const taken = samples[`${route.method} ${route.path}`] ?? []
      const whole = taken.map((sample) => JSON.stringify(sample))
      const bodies = new Set([...hostile, '', '{', '\ufeff{}', ...taken.flatMap(hostileBodies), ...whole])
      const sent = [...bodies].map((body) => () => faultOf(route, route.url, body))
      found.push(...(await findFaults(route, sent)))
    }
    expect(found).toEqual([])
  },
  480_000,
)

test.each(surfaces)(
  'no query and no path is a fault at any address under %s',
  async (prefix) => {
    const found: string[] = []
    for (const route of shop.routes(prefix, ['GET', ...changing])) {
      const names = [...(queriesOf[route.path] ?? []), 'x']
      // Each parameter alone, and all together: some are read only together.
      const queries = hostileInAddress.flatMap((value) => {
        const each = names.map((name) => `${name}=${value}`)
        // Node's own limit on the size of a request's head is not tested here.
        const all = value.length < 1_000 ? [each.join('&')] : []
        return [...each, ...all].map((query) => `${route.url}?${query}`)
      })
      const parameters = route.path.split('/').filter((part) => /^:|\*/.test(part))
      const paths = parameters.flatMap((parameter) =>
        hostileInAddress.map((value) => route.path.replace(parameter, value).replaceAll(/:[a-z]+|\*/g, 'hostile')),
      )
      const sent = [...queries, ...paths].map((url) => () => faultOf(route, url))
      found.push(...(await findFaults(route, sent)))
    }
    expect(found).toEqual([])
  },
  480_000,
)

test('no column value causes a 5xx at any table of /rest/v1', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and table_name = any(${[...shop.tables]})`.execute(shop.db.owner)
  expect(rows.length).toBeGreaterThan(50)
  const route = { method: 'PATCH', path: '/rest/v1', url: '' }
  const sent = rows.flatMap(({ table, column }) =>
    [...hostile, innerAddress]
      .filter((text) => text.length < 100)
      .map((text) => async () => {
        const where = `?${column === 'id' ? 'created_at=gt.2000-01-01' : 'id=eq.00000000-0000-4000-8000-000000000000'}`
        const response = await fetch(`${shop.url}/rest/v1/${table}${where}`, {
          method: 'PATCH',
          headers: {
            apikey: shop.anonKey,
            Authorization: `Bearer ${shop.serviceRoleKey}`,
            'Content-Type': 'application/json',
          },
          body: `{${JSON.stringify(column)}:${text}}`,
        })
        const responseText = await response.text()
        return response.status < 500 ? [] : [`${response.status} for ${table}.${column} ${text}: ${responseText}`]
      }),
  )
  expect(await findFaults(route, sent)).toEqual([])
}, 120_000)

test('no upload header causes a 5xx', async () => {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const found: string[] = []
  for (const [at, text] of hostile.entries()) {
    if (text.length > 8_000) continue
    for (const metadata of [text, `{"a":${text}}`, `{${text}:1}`]) {
      const response = await fetch(`${shop.url}/storage/v1/object/hostile/m${at}.txt`, {
        method: 'PUT',
        headers: {
          Authorization: `Bearer ${shop.serviceRoleKey}`,
          'Content-Type': 'text/plain',
          'x-metadata': encode(metadata),
        },
        body: 'a',
      })
      found.push(...(await faultsOf(response, metadata)))
    }
  }
  expect(found).toEqual([])
}, 60_000)

test('no cell of another shop’s file is a fault', async () => {
  const texts = [...hostile, innerAddress].map((text) => JSON.parse(text)).filter((text) => typeof text === 'string')
  const html = ['&#0;', '&#xd800;', '&#x110000;', '<script>', '<div>'.repeat(2_000), '&amp;'.repeat(9_000)]
  const shopify = {
    Title: 'Mary',
    'URL handle': 'mary',
    Description: 'Linen',
    Tags: 'Dress',
    Status: 'active',
    Price: '89',
  }
  const etsy = { TITLE: 'Mary', DESCRIPTION: 'Linen', PRICE: '89', CURRENCY_CODE: 'GBP', TAGS: 'dress', IMAGE1: '' }
  const bought = { 'Order ID': '1', 'Sale Date': '03/14/26', 'Item Name': 'Mary', Price: '89', Currency: 'GBP' }
  const paid = { Name: '#1', 'Created at': '2026-03-14', 'Lineitem name': 'Mary', Currency: 'GBP' }
  const orders = [
    {
      ...bought,
      Quantity: '1',
      Variations: 'Size:S',
      'Ship Name': 'Ruth',
      'Ship Zipcode': 'LS1',
      'Ship Country': 'UK',
    },
    { ...paid, 'Lineitem price': '89', Email: 'ruth@example.com', 'Financial Status': 'paid', 'Billing Name': 'Ruth' },
  ]
  const listings = [
    { ...shopify, 'Option1 name': 'Size', 'Option1 value': 'S', 'Product image URL': '', 'Image alt text': '' },
    { ...etsy, 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'S', MATERIALS: 'Linen' },
  ]
  const files: { file: Record<string, string>; what: string }[] = [
    ...listings.map((file) => ({ file, what: 'listings' })),
    ...orders.map((file) => ({ file, what: 'earlier-orders' })),
  ]
  const found: string[] = []
  for (const { file, what } of files) {
    for (const heading of Object.keys(file)) {
      for (const text of [...texts, ...html]) {
        const csv = formatCsv([Object.keys(file), Object.values({ ...file, [heading]: text })])
        for (const name of [`preview-${what}`, `import-${what}`]) {
          const response = await shop.ask(name, { csv })
          if (response.status >= 400) found.push(...(await faultsOf(response, `${name} ${csv.slice(0, 200)}`)))
          else await response.arrayBuffer()
        }
      }
    }
  }
  expect(found).toEqual([])
}, 120_000)

test('no picture of an import is fetched from a private network', { tags: ['S32'] }, async () => {
  const { port } = inner.address() as AddressInfo
  const outside = ['169.254.169.254', '10.0.0.7', '[::ffff:7f00:1]', '0x7f000001', 'localhost']
  const pictures = [...outside.map((host) => `http://${host}/inner`), `http://127.0.0.1:${port}/inner`]
  const rows = pictures.map((url) => ['Lure', 'lure', '89', url])
  const csv = formatCsv([['Title', 'URL handle', 'Price', 'Product image URL'], ...rows])
  expect((await shop.ask('import-listings', { csv })).status).toBe(200)
  const { db } = shop
  const log = createLog({ level: 'silent' })
  await using queue = createQueue({ connectionString: db.connectionString, log, working: false })
  const stopping = new AbortController().signal
  const fetchAll = fetchPictures({ db, queue, log, pictureBuckets, stopping, files: diskStore('/nonexistent') })
  for (const productId of await db.asService(listUnfetched)) await fetchAll(productId)
  const { rows: failed } = await db.asService((tx) =>
    sql<{ problem: string | null }>`
      select problem from private.imported_pictures picture join public.products p on p.id = picture.product_id
       where p.slug = 'lure' order by position`.execute(tx),
  )
  expect(failed.map(({ problem }) => problem)).toEqual([...outside.map(() => 'address_private'), 'address_invalid'])
})

// The last test: it checks what the requests of all others caused.
test('the server has fetched no address that a request named', { tags: ['S32'] }, () => {
  expect(fetched).toEqual([])
})
