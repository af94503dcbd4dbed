import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PicturesShop, picturesShop } from '#tests/fixtures/pictures-shop.ts'
import { originalName, renditionName } from '../files/file-store.ts'
import { decoder } from '../pictures/image-work.ts'
import { makeAvif } from '../pictures/make-avif.ts'
import { readRendering, renderingOf } from '../pictures/rendering.ts'

const picture = 'catalogue/mary-dress-0a1b2c3d.jpg'
let at: PicturesShop
let jpeg: Buffer
let stored: { id: string; version: string }

beforeAll(async () => {
  at = await picturesShop()
  jpeg = await plain(1200, 1600)
  stored = await at.putPicture(picture, jpeg)
})
afterAll(() => at[Symbol.asyncDispose]())

function plain(width: number, height: number, background = '#3d5a45') {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

const clean = async () => (await at.files.read(renditionName(stored, 'clean', 'jpeg'))) ?? Buffer.alloc(0)

test('a stored picture is served re-encoded, as immutable, and never as a document', { tags: ['S29'] }, async () => {
  const response = await at.object(picture)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(await clean())).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String((await clean()).length),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': "inline; filename=mary-dress-0a1b2c3d.jpg; filename*=UTF-8''mary-dress-0a1b2c3d.jpg",
    etag: `"${stored.version}"`,
  })
})

test('only a name with a hash or a random id is immutable, unless the upload requested less', async () => {
  const cacheControl = async (key: string, requestedControl?: string) => {
    await at.putPicture(key, jpeg, requestedControl ? { cacheControl: requestedControl } : {})
    return (await at.object(key)).headers.get('cache-control')
  }
  expect(await cacheControl('plain.jpg')).toBe('max-age=3600')
  expect(await cacheControl(`${randomUUID()}.jpg`)).toBe('public, max-age=31536000, immutable')
  expect(await cacheControl(`${randomUUID()}.jpg`, 'max-age=60')).toBe('max-age=60')
  expect(await cacheControl(`${randomUUID()}.jpg`, 'no-cache')).toBe('no-cache')
})

test('other buckets serve the stored bytes, sandboxed, whole or as a range', { tags: ['S29'] }, async () => {
  await at.putBucket('files', true)
  const page = Buffer.from('<script>alert(1)</script>')
  await at.putRow('files', 'page.html', { bytes: page, type: 'text/html' })
  const response = await at.request('/storage/v1/object/public/files/page.html')
  expect(await response.text()).toBe(page.toString())
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html',
    'cache-control': 'max-age=3600',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  const large = Buffer.alloc(1_500_000, 'abcdefghij')
  await at.putRow('files', 'large.bin', { bytes: large, type: 'application/octet-stream' })
  const whole = await at.request('/storage/v1/object/public/files/large.bin')
  expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true)
  const part = await at.request('/storage/v1/object/public/files/large.bin', {
    headers: { Range: 'bytes=1000001-1100000' },
  })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(1_000_001, 1_100_001))).toBe(true)
})

test('a private bucket shows nothing to a caller without the right to read it', async () => {
  await at.putBucket('private', false)
  await at.putPicture('x.jpg', jpeg, { bucket: 'private' })
  const response = await at.request('/storage/v1/object/public/private/x.jpg')
  expect(await response.json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
  const own = '/storage/v1/render/image/authenticated/private/x.jpg?width=160'
  expect(await (await at.request(own)).json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  const shown = await at.request(own, { headers: { Authorization: `Bearer ${at.serviceRoleKey}` } })
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
  const hidden = await at.request(own, { headers: { Authorization: `Bearer ${at.anonKey}` } })
  expect(await hidden.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
})

test('a client with the bytes gets 304, HEAD has no body, a download has its name', async () => {
  for (const request of [at.object, (path: string, init?: RequestInit) => at.render(`${path}?width=320`, init)]) {
    const first = await request(picture)
    const etag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified') ?? ''
    expect((await request(picture, { headers: { 'If-None-Match': `"x", W/${etag}` } })).status).toBe(304)
    expect((await request(picture, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
    expect((await request(picture, { headers: { 'If-Modified-Since': modified } })).status).toBe(304)
    const head = await request(picture, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
    expect(await head.text()).toBe('')
  }
})

test.each([
  ["Mary's dress.jpg", `filename="Mary's dress.jpg"; filename*=UTF-8''Mary%27s%20dress.jpg`],
  ['dress (1)*.jpg', `filename="dress (1)*.jpg"; filename*=UTF-8''dress%20%281%29%2A.jpg`],
  ['a"b\\c.jpg', `filename="a_b_c.jpg"; filename*=UTF-8''a%22b%5Cc.jpg`],
  ['50%.jpg', `filename="50_.jpg"; filename*=UTF-8''50%25.jpg`],
  ['Élodie.jpg', `filename="_lodie.jpg"; filename*=UTF-8''%C3%89lodie.jpg`],
  ['a;b,c=d.jpg', `filename="a;b,c=d.jpg"; filename*=UTF-8''a%3Bb%2Cc%3Dd.jpg`],
  ['a\r\nb.jpg', `filename="a__b.jpg"; filename*=UTF-8''a%0D%0Ab.jpg`],
])('a download is named as requested, by RFC 6266 and 8187: %j', async (name, named) => {
  const response = await at.object(`${picture}?download=${encodeURIComponent(name)}`)
  expect(response.headers.get('content-disposition')).toBe(`attachment; ${named}`)
})

test.each([
  ['bytes=0-9', 206, 0, 10],
  ['bytes=10-', 206, 10, Number.POSITIVE_INFINITY],
  ['bytes=-5', 206, -5, Number.POSITIVE_INFINITY],
  ['bytes=0-1,5-6', 200, 0, Number.POSITIVE_INFINITY],
  ['bytes=9-3', 200, 0, Number.POSITIVE_INFINITY],
  ['furlongs=1-2', 200, 0, Number.POSITIVE_INFINITY],
  ['bytes=99999999-', 416, 0, 0],
  ['bytes=-0', 416, 0, 0],
])('Range %s gives status %i', async (range, status, from, to) => {
  const response = await at.object(picture, { headers: { Range: range } })
  expect(response.status).toBe(status)
  expect(Buffer.from(await response.arrayBuffer()).equals((await clean()).subarray(from, to))).toBe(true)
  if (status === 416) expect(response.headers.get('content-range')).toBe(`bytes */${(await clean()).length}`)
  const other = await at.object(picture, { headers: { Range: range, 'If-Range': '"older"' } })
  expect(other.status).toBe(200)
})

test('an image is served at the next width, in a format of the browser, in its own proportions', async () => {
  const render = async (query: string, accept = 'image/webp,*/*') => {
    const response = await at.render(`${picture}?${query}`, { headers: { Accept: accept } })
    const { width, height, format } = await decoder(Buffer.from(await response.arrayBuffer())).metadata()
    return [width, height, format, response.headers.get('content-type'), response.headers.get('vary')]
  }
  expect(await render('width=300&quality=75')).toEqual([320, 427, 'webp', 'image/webp', 'Accept, Origin'])
  expect(await render('width=9999')).toEqual([1200, 1600, 'webp', 'image/webp', 'Accept, Origin'])
  expect(await render('width=320', '*/*')).toEqual([320, 427, 'jpeg', 'image/jpeg', 'Accept, Origin'])
  expect(await render('width=320', 'image/webp;q=0')).toEqual([320, 427, 'jpeg', 'image/jpeg', 'Accept, Origin'])
  expect(await render('width=160&format=origin')).toEqual([160, 213, 'jpeg', 'image/jpeg', 'Origin'])
  expect(await render('width=160&format=avif')).toEqual([160, 213, 'heif', 'image/avif', 'Origin'])
  expect(await render('width=160&height=160')).toEqual([160, 160, 'webp', 'image/webp', 'Accept, Origin'])
  expect(await render('width=160&height=160&resize=fill')).toEqual([160, 160, 'webp', 'image/webp', 'Accept, Origin'])
  expect(await render('height=400')).toEqual([300, 400, 'webp', 'image/webp', 'Accept, Origin'])
})

test('a width alone goes up to the 3,000 pixels that are stored, the sides of a crop to the 1,600 of pages', () => {
  const drawn = (query: string) =>
    renderingOf(
      readRendering(new URLSearchParams(query)),
      { type: 'image/jpeg', width: 3000, hasAvif: true },
      'image/avif',
    )
  expect(drawn('width=9999&quality=75')).toMatchObject({ step: 3000, width: 3000, height: null, format: 'webp' })
  expect(drawn('width=1600&quality=75')).toMatchObject({ step: 1600, format: 'avif' })
  expect(drawn('width=3000&height=3000')).toMatchObject({ step: null, width: 1600, height: 1600 })
  expect(drawn('height=9999')).toMatchObject({ width: null, height: 2000 })
})

test('a job makes the AVIF once, and until then WebP is served', async () => {
  const key = `${randomUUID()}.jpg`
  const { id } = await at.putPicture(key, await plain(400, 300))
  const request = async () =>
    (await at.render(`${key}?width=320`, { headers: { Accept: 'image/avif,image/webp' } })).headers.get('content-type')
  expect(await request()).toBe('image/webp')
  const job = makeAvif({ ...at, stopping: new AbortController().signal })
  await Promise.all([job(id), job(id)])
  await job(id)
  await expect.poll(request).toBe('image/avif')
  await job(randomUUID())
})

test('fifty concurrent requests for one new size make it once', async () => {
  const request = () => at.render(`${picture}?width=480&format=origin`)
  const responses = await Promise.all(Array.from({ length: 50 }, request))
  const sizes = await Promise.all(responses.map(async (response) => (await response.arrayBuffer()).byteLength))
  expect(new Set(sizes).size).toBe(1)
  expect((await at.files.find(renditionName(stored, 480, 'jpeg')))?.sizeBytes).toBeGreaterThan(100)
})

test('a replaced picture is never served in its old form, and a removed one is not served', async () => {
  const colours = async () => {
    const shown = []
    for (const request of [at.object, (key: string) => at.render(`${key}?width=160&format=webp`)]) {
      const response = await request('plain.jpg')
      if (response.status !== 200) return response.status
      const { dominant } = await sharp(Buffer.from(await response.arrayBuffer())).stats()
      shown.push(dominant.r > dominant.b ? 'red' : 'blue', response.headers.get('etag'))
    }
    return shown
  }
  await at.putPicture('plain.jpg', await plain(300, 300, '#c01010'))
  const before = await colours()
  expect(before).toMatchObject(['red', expect.anything(), 'red', expect.anything()])
  await at.putPicture('plain.jpg', await plain(300, 300, '#1010c0'))
  await expect.poll(colours).toMatchObject(['blue', expect.anything(), 'blue', expect.anything()])
  expect(await colours()).not.toContain((before as string[])[1])
  await at.db.asService((tx) => tx.deleteFrom('storage.objects').where('name', '=', 'plain.jpg').execute())
  await expect.poll(colours).toBe(400)
})

test('a lost rendition is made again from the upload', async () => {
  const key = `${randomUUID()}.png`
  const png = await sharp({ create: { width: 500, height: 500, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const object = await at.putRow('product-images', key, {
    bytes: png,
    type: 'image/png',
    picture: { type: 'image/png', width: 500, height: 500, blur: '' },
  })
  expect((await at.render(`${key}?width=320`, { headers: { Accept: 'image/webp' } })).status).toBe(200)
  expect((await at.object(key)).headers.get('content-type')).toBe('image/png')
  await at.files.remove([originalName(object), renditionName(object, 'clean', 'png')])
})

test('one client may cause a limited number of new sizes a minute; existing ones are not counted', async () => {
  await using limited = await picturesShop({ rateLimits: true })
  await limited.putPicture(picture, await plain(40, 40))
  const statuses: number[] = []
  for (let height = 1; height <= 62; height += 1)
    statuses.push((await limited.render(`${picture}?height=${height}`)).status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(2)
  expect((await limited.render(`${picture}?width=160&format=webp`)).status).toBe(200)
})

test.each(['width=abc', 'width=-1', 'width=1.5', 'quality=x', 'resize=crop', 'format=jpg', 'format=svg', 'height=1e3'])(
  '%s is refused in the protocol’s words',
  async (query) => {
    const response = await at.render(`${picture}?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ statusCode: '400', error: 'Invalid Input', code: 'InvalidRequest' })
  },
)

test('unknown buckets and objects are refused with the protocol’s messages', async () => {
  const missing = await at.object('nothing.jpg')
  expect(missing.status).toBe(400)
  expect(await missing.json()).toEqual({
    statusCode: '404',
    error: 'not_found',
    message: 'Object not found',
    code: 'NoSuchKey',
  })
  const bucket = await at.request('/storage/v1/object/public/private/x.jpg')
  expect(await bucket.json()).toEqual({
    statusCode: '404',
    error: 'Bucket not found',
    message: 'Bucket not found',
    code: 'NoSuchBucket',
  })
})

test('a killed image process is replaced without an error', async () => {
  expect((await at.render(`${picture}?height=161`)).status).toBe(200)
  const children = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'image-worker'], { encoding: 'utf8' })
  for (const pid of children.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
  expect((await at.render(`${picture}?height=162`)).status).toBe(200)
})

test('no path leads out of a bucket', { tags: ['S31'] }, async () => {
  const pieces = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2e',
    '..%2f',
    '%2f',
    '%5c',
    '\\',
    '/',
    '//',
    '..;',
    '%00',
    'secret.jpg',
    'folder',
    'link.jpg',
    'catalogue',
    'product-images',
    '%252e%252e',
    '%c0%ae',
    'é',
    '%',
    'etc',
    'passwd.jpg',
    '~',
    'C:',
    '*',
    '?width=1',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 8 }), fc.boolean(), async (parts, isRendered) => {
      const path = parts.join(parts.length % 2 ? '/' : '')
      const response = await (isRendered ? at.render : at.object)(path)
      expect([400, 404]).toContain(response.status)
    }),
    { numRuns: 500 },
  )
})
