// @module-tag S30

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallerName, callers, headersOf, withoutSecondStep } from '#tests/fixtures/endpoint-callers.ts'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { type Allowed, buckets, storageMatrix } from '../api/endpoint-matrix.ts'
import { type CompleteShop, startCompleteShop } from '../fixtures/complete-shop.ts'

/** Calls every storage route for every bucket as every caller. */
let shop: CompleteShop
let picture: Buffer<ArrayBuffer>

beforeAll(async () => {
  shop = await startCompleteShop()
  picture = Buffer.from(await plainPicture('png'))
  for (const bucket of Object.keys(buckets)) {
    const uploaded = await call('service_role', 'POST', `/object/${bucket}/kept.png`, picture)
    if (!uploaded.ok) throw new Error(await uploaded.text())
  }
})
afterAll(() => shop[Symbol.asyncDispose]())

test('every bucket and every storage route has its line', async () => {
  const { rows } = await shop.db.asService((tx) =>
    sql<{ id: string; public: boolean }>`select id, public from storage.buckets`.execute(tx),
  )
  expect(Object.fromEntries(rows.map((row) => [row.id, row.public ? 'public' : 'private']))).toEqual(buckets)
  const prefix = '/storage/v1'
  const routes = shop.routes(prefix, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  const found = routes.map(({ method, path }) => `${method} ${path.slice(prefix.length)}`)
  expect(found.sort()).toEqual(Object.keys(storageMatrix).sort())
})

const cases = Object.keys(buckets).flatMap((bucket) =>
  Object.entries(storageMatrix).map(([route, allowed]) => ({ bucket, route, allowed })),
)

test.each(cases)('$bucket: $route is for $allowed', async ({ bucket, route, allowed }) => {
  const found: CallerName[] = []
  for (const caller of callers) {
    const { method, path, body } = await request(route, bucket)
    const response = await call(caller, method, path, body)
    const text = await response.text()
    expect(response.status, `${route} as ${caller}: ${text.slice(0, 200)}`).toBeLessThan(500)
    // Hidden objects give an empty list, or a list of failures.
    if (response.ok && text !== '[]' && !text.includes('"signedURL":null')) found.push(caller)
  }
  expect(found).toEqual(callers.filter((caller) => isAllowed(caller, route, allowed, bucket)))
})

function isAllowed(caller: CallerName, route: string, allowed: Allowed, bucket: string): boolean {
  // Its files are served unchanged: they have no renditions.
  if (bucket === 'legal-notices' && route.includes('/render/')) return false
  if (route.includes('/public/')) return buckets[bucket] === 'public'
  if (allowed === 'everyone' || caller === 'service_role') return true
  if (withoutSecondStep.includes(caller)) return false
  if (caller.startsWith('pages')) return allowed === 'pages of pictures' && bucket === 'product-images'
  return caller.startsWith('admin') && allowed !== 'the service'
}

type Call = { method: string; path: string; body?: object | Buffer<ArrayBuffer> }

/** A call that is valid except for its caller; creates the objects that it changes or deletes. */
async function request(route: string, bucket: string): Promise<Call> {
  const [method = '', pattern = ''] = route.split(' ')
  const made = await makeObject(bucket)
  const isReading = method === 'GET' || pattern.startsWith('/object/sign')
  const isNew =
    (pattern === '/object/:bucket/*' && method !== 'GET' && method !== 'DELETE') || pattern.includes('upload')
  const key = isReading ? 'kept.png' : isNew ? `${randomUUID()}.png` : made
  const signed = pattern.includes('/sign/') && !(method === 'POST') ? await sign(pattern, bucket, key) : undefined
  if (signed) return { method, path: signed, ...(method === 'PUT' && { body: picture }) }
  const id = route.startsWith('DELETE /bucket') || route.endsWith('/empty') ? await makeBucket() : bucket
  const path = pattern.replace(':bucket', bucket).replace(':id', id).replace('*', key)
  const body = bodies(bucket, made)[route]
  return {
    method,
    path,
    ...(method !== 'GET' && { body: body ?? (isNew && !pattern.includes('upload') ? picture : {}) }),
  }
}

const bodies = (bucket: string, made: string): Record<string, object> => ({
  'POST /bucket': { name: randomUUID() },
  'POST /object/list/:bucket': { prefix: '' },
  'POST /object/sign/:bucket': { expiresIn: 60, paths: ['kept.png'] },
  'POST /object/sign/:bucket/*': { expiresIn: 60 },
  'POST /object/move': { bucketId: bucket, sourceKey: made, destinationKey: `${randomUUID()}.png` },
  'POST /object/copy': { bucketId: bucket, sourceKey: 'kept.png', destinationKey: `${randomUUID()}.png` },
  'DELETE /object/:bucket': { prefixes: [made] },
})

async function sign(pattern: string, bucket: string, key: string): Promise<string> {
  const isUpload = pattern.includes('upload')
  const path = isUpload ? `/object/upload/sign/${bucket}/${key}` : `/object/sign/${bucket}/${key}`
  const transform = pattern.includes('render') ? { width: 20 } : undefined
  const response = await call('service_role', 'POST', path, isUpload ? {} : { expiresIn: 60, transform })
  const { url, signedURL } = (await response.json()) as { url?: string; signedURL?: string }
  return url ?? signedURL ?? ''
}

async function makeObject(bucket: string): Promise<string> {
  const name = `${randomUUID()}.png`
  await shop.db.asService((tx) =>
    sql`insert into storage.objects (bucket_id, name) values (${bucket}, ${name})`.execute(tx),
  )
  return name
}

async function makeBucket(): Promise<string> {
  const id = randomUUID()
  await shop.db.asService((tx) => sql`insert into storage.buckets (id, name) values (${id}, ${id})`.execute(tx))
  return id
}

async function call(caller: CallerName, method: string, path: string, body?: Call['body']): Promise<Response> {
  const headers = await headersOf(shop, caller)
  if (body === undefined) return shop.app.request(`/storage/v1${path}`, { method, headers })
  const isPicture = body instanceof Uint8Array
  return shop.app.request(`/storage/v1${path}`, {
    method,
    headers: { ...headers, 'content-type': isPicture ? 'image/png' : 'application/json' },
    body: isPicture ? body : JSON.stringify(body),
  })
}
