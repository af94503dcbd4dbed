import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, createHttpServer } from '#platform/http/server/http-server.ts'
import { createListener } from '#platform/http/server/listener.ts'
import { picturesShop } from '#tests/fixtures/pictures-shop.ts'
import { createObjectResponseCache } from './object-response-cache.ts'

const base = '/storage/v1'

/** The listener of the program with its object cache, and the requests that reached the application. */
async function open() {
  const at = await picturesShop()
  const requests: string[] = []
  const application = getRequestListener(at.app.fetch)
  const server = createHttpServer(
    createListener({
      find: at.ready.find,
      rest(incoming, outgoing) {
        requests.push(incoming.url ?? '')
        void application(incoming, outgoing)
      },
    }),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(async () => {
    await closeServer(server, { timeoutMs: 500 })
    await at[Symbol.asyncDispose]()
  })
  const { port } = server.address() as AddressInfo
  const key = `${randomUUID()}.jpg`
  await at.putPicture(key, await photograph('#3d5a45'))
  return { at, requests, key, get: (path: string, headers = {}) => get(port, `${base}${path}`, headers) }
}

type Got = { status: number; headers: Record<string, unknown>; body: Buffer }

/** `undici` would add fields of its own. */
function get(port: number, path: string, headers: Record<string, string>): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      agent: false,
      headers: { connection: 'keep-alive', ...headers },
    })
    sent.on('error', reject).on('response', async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      resolve({ status: response.statusCode ?? 0, headers: plain(response.headers), body: Buffer.concat(parts) })
    })
    sent.end()
  })
}

/** The headers without those that differ between two responses of the same content. */
function plain(headers: Record<string, unknown>): Record<string, unknown> {
  const ignored = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ignored.has(name)))
}

function photograph(background: string) {
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

test('a repeated response comes from the cache, with the same headers as the application’s', async () => {
  const { requests, key, get } = await open()
  for (const [path, headers] of [
    [`/object/public/product-images/${key}`, {}],
    [`/render/image/public/product-images/${key}?width=320&quality=75`, { accept: 'image/webp,*/*' }],
    [`/render/image/public/product-images/${key}?width=480&quality=75`, { accept: 'image/avif,image/webp' }],
    [`/render/image/public/product-images/${key}?width=480&format=webp`, {}],
  ] as const) {
    requests.length = 0
    const first = await get(path, headers)
    const second = await get(path, headers)
    expect(first.status).toBe(200)
    expect(second).toEqual(first)
    expect(requests).toHaveLength(1)
    const known = await get(path, { ...headers, 'if-none-match': String(first.headers.etag) })
    expect([known.status, known.body.length, requests.length]).toEqual([304, 0, 1])
  }
})

test('the application responds to requests for another format, a range, or from another site', async () => {
  const { at, requests, key, get } = await open()
  const path = `/render/image/public/product-images/${key}?width=320&quality=75`
  expect((await get(path, { accept: 'image/webp' })).headers['content-type']).toBe('image/webp')
  expect((await get(path, { accept: 'image/webp;q=0' })).headers['content-type']).toBe('image/jpeg')
  expect((await get(path, { accept: 'image/webp', range: 'bytes=0-3' })).status).toBe(206)
  const crossed = await get(path, { accept: 'image/webp', origin: 'http://127.0.0.1:3000' })
  expect(crossed.headers['access-control-allow-origin']).toBe('http://127.0.0.1:3000')
  expect(requests).toHaveLength(4)
  expect(at.ready.find(`${base}${path}&x=1`, { accept: 'image/webp', isSimple: true })).toBeUndefined()
})

test('a change of any object empties the cache, and while changes cannot be received nothing is cached', async () => {
  const { at, requests, key, get } = await open()
  const path = `/object/public/product-images/${key}`
  const first = await get(path)
  await at.putPicture(key, await photograph('#a01010'))
  await expect.poll(async () => (await get(path)).headers.etag).not.toBe(first.headers.etag)
  await at.db.asService((tx) => tx.deleteFrom('storage.objects').execute())
  await expect.poll(async () => (await get(path)).status).toBe(400)
  expect(requests.length).toBeGreaterThan(2)

  let generation: number | null = 1
  const ready = createObjectResponseCache({
    objects: { generation: () => generation },
    siteUrl: 'https://shop.example',
  })
  const content = {
    type: 'image/png',
    etag: '"x"',
    modifiedAt: new Date(),
    cacheControl: 'no-cache',
    sizeBytes: 1,
    from: Buffer.from('x'),
  }
  const url = `${base}/object/public/b/x.png`
  const isReady = () => ready.find(url, { accept: undefined, isSimple: true }) !== undefined
  ready.keep(url, content, { generation: null })
  ready.keep(url, content, { generation: 0 })
  expect(isReady()).toBe(false)
  ready.keep(url, content, { generation })
  expect(isReady()).toBe(true)
  generation = null
  expect(isReady()).toBe(false)
})
