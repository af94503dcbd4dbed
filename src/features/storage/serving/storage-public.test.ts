import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { Hono } from 'hono'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLog } from '#infrastructure/log.ts'
import { openDerivatives } from '../pictures/derivatives.ts'
import { decoder } from '../pictures/image-work.ts'
import { storagePublicApi } from './storage-public.api.ts'

const log = createLog({ level: 'silent' })
const picture = 'catalogue/mary-dress-0a1b2c3d.jpg'

/** The API over a folder of its own, with one picture of 1200 × 1600. */
async function storage() {
  const dataDir = await mkdtemp(join(tmpdir(), 'storage-'))
  const put = async (key: string, bytes: Buffer | string) => {
    const path = join(dataDir, 'storage', 'product-images', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    return path
  }
  const jpeg = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: '#3d5a45' } })
    .jpeg()
    .toBuffer()
  await put(picture, jpeg)
  const derivatives = openDerivatives({ dataDir, log })
  const app = new Hono().route('/storage/v1', storagePublicApi({ dataDir, derivatives, log }))
  return {
    dataDir,
    jpeg,
    put,
    derivatives,
    object: (path: string, init?: RequestInit) => app.request(`/storage/v1/object/public/product-images/${path}`, init),
    render: (path: string, init?: RequestInit) =>
      app.request(`/storage/v1/render/image/public/product-images/${path}`, init),
    request: (path: string, init?: RequestInit) => app.request(path, init),
    async [Symbol.asyncDispose]() {
      await derivatives.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

test('a stored picture is served as stored, for good, and never as a document', async () => {
  await using at = await storage()
  const answer = await at.object(picture)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(at.jpeg)).toBe(true)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(at.jpeg.length),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    'content-security-policy': "default-src 'none'; sandbox",
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  })
  await at.put('plain.jpg', at.jpeg)
  expect((await at.object('plain.jpg')).headers.get('cache-control')).toBe('public, max-age=3600')
})

test('a large picture is streamed, whole or a range of it', async () => {
  await using at = await storage()
  const large = Buffer.concat([at.jpeg, Buffer.alloc(1_200_000, 7)])
  await at.put('large.jpg', large)
  const whole = await at.object('large.jpg')
  expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true)
  const part = await at.object('large.jpg', { headers: { Range: 'bytes=1000000-1100000' } })
  expect(Buffer.from(await part.arrayBuffer()).equals(large.subarray(1_000_000, 1_100_001))).toBe(true)
})

test('who has the bytes gets 304, HEAD gets no body, a download gets its name', async () => {
  await using at = await storage()
  for (const ask of [at.object, (path: string, init?: RequestInit) => at.render(`${path}?width=320`, init)]) {
    const first = await ask(picture)
    const etag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified') ?? ''
    expect((await ask(picture, { headers: { 'If-None-Match': `"x", W/${etag}` } })).status).toBe(304)
    expect((await ask(picture, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200)
    expect((await ask(picture, { headers: { 'If-Modified-Since': modified } })).status).toBe(304)
    const head = await ask(picture, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
    expect(await head.text()).toBe('')
  }
  const named = await at.object(`${picture}?download=Mary's dress.jpg`)
  expect(named.headers.get('content-disposition')).toBe(
    "attachment; filename=Mary%27s%20dress.jpg; filename*=UTF-8''Mary%27s%20dress.jpg",
  )
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
])('Range %s answers %i', async (range, status, from, to) => {
  await using at = await storage()
  const answer = await at.object(picture, { headers: { Range: range } })
  expect(answer.status).toBe(status)
  expect(Buffer.from(await answer.arrayBuffer()).equals(at.jpeg.subarray(from, to))).toBe(true)
  if (status === 416) expect(answer.headers.get('content-range')).toBe(`bytes */${at.jpeg.length}`)
  const other = await at.object(picture, { headers: { Range: range, 'If-Range': '"older"' } })
  expect(other.status).toBe(200)
})

test('a picture comes at the step of the ladder above, in the format the browser knows, in its own proportions', async () => {
  await using at = await storage()
  const looks = async (query: string, accept = 'image/webp,*/*') => {
    const answer = await at.render(`${picture}?${query}`, { headers: { Accept: accept } })
    const { width, height, format } = await decoder(Buffer.from(await answer.arrayBuffer())).metadata()
    return [width, height, format, answer.headers.get('content-type'), answer.headers.get('vary')]
  }
  expect(await looks('width=300&quality=75')).toEqual([320, 427, 'webp', 'image/webp', 'Accept'])
  expect(await looks('width=9999')).toEqual([1200, 1600, 'webp', 'image/webp', 'Accept'])
  expect(await looks('width=320', '*/*')).toEqual([320, 427, 'jpeg', 'image/jpeg', 'Accept'])
  expect(await looks('width=320', 'image/webp;q=0')).toEqual([320, 427, 'jpeg', 'image/jpeg', 'Accept'])
  expect(await looks('width=160&format=origin')).toEqual([160, 213, 'jpeg', 'image/jpeg', null])
  expect(await looks('width=160&format=avif')).toEqual([160, 213, 'heif', 'image/avif', null])
  expect(await looks('width=160&height=160')).toEqual([160, 160, 'webp', 'image/webp', 'Accept'])
  expect(await looks('width=160&height=160&resize=fill')).toEqual([160, 160, 'webp', 'image/webp', 'Accept'])
  expect(await looks('height=400')).toEqual([300, 400, 'webp', 'image/webp', 'Accept'])
})

test('AVIF is made in quiet, and until it is there WebP is served', async () => {
  await using at = await storage()
  const ask = async () =>
    (await at.render(`${picture}?width=160`, { headers: { Accept: 'image/avif,image/webp' } })).headers.get(
      'content-type',
    )
  expect(await ask()).toBe('image/webp')
  await expect.poll(ask, { timeout: 10_000 }).toBe('image/avif')
})

test('fifty who ask at once for one picture have it made once; a changed original is made anew', async () => {
  await using at = await storage()
  const ask = () => at.render(`${picture}?width=480`, { headers: { Accept: 'image/webp' } })
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(1)
  const kept = await readdir(join(at.dataDir, 'cache', 'images'), { recursive: true })
  expect(kept.filter((name) => name.includes('.'))).toHaveLength(1)

  await utimes(await at.put(picture, at.jpeg), new Date(), new Date(Date.now() - 60_000))
  expect((await ask()).headers.get('etag')).not.toBe(answers[0]?.headers.get('etag'))
})

test.each(['width=abc', 'width=-1', 'width=1.5', 'quality=x', 'resize=crop', 'format=jpg', 'format=svg', 'height=1e3'])(
  '%s is refused in the protocol’s words',
  async (query) => {
    await using at = await storage()
    const answer = await at.render(`${picture}?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'Invalid Input', code: 'InvalidRequest' })
  },
)

test('unknown buckets and objects are refused in the protocol’s words', async () => {
  await using at = await storage()
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

test('what is no picture, or lies about it, or is a bomb, is not served as one', async () => {
  await using at = await storage()
  await at.put('page.html', '<script>alert(1)</script>')
  await at.put('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await at.put('lie.jpg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  await at.put('half.jpg', at.jpeg.subarray(0, 900))
  const flat = { create: { width: 8000, height: 8000, channels: 3 as const, background: 'red' } }
  await at.put('bomb.png', await sharp(flat).png().toBuffer())
  for (const name of ['page.html', 'drawing.svg']) expect((await at.object(name)).status).toBe(400)
  for (const name of ['lie.jpg', 'half.jpg', 'bomb.png']) {
    const answer = await at.render(`${name}?width=320`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ statusCode: '422' })
  }
})

test('a picture process that was killed is replaced, and nobody notices', async () => {
  await using at = await storage()
  expect((await at.render(`${picture}?width=160`)).status).toBe(200)
  const children = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'image-worker'], { encoding: 'utf8' })
  for (const pid of children.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
  expect((await at.render(`${picture}?width=320`)).status).toBe(200)
})

test('no path leads out of a bucket', async () => {
  await using at = await storage()
  await writeFile(join(at.dataDir, 'secret.jpg'), at.jpeg)
  await symlink(join(at.dataDir, 'secret.jpg'), join(at.dataDir, 'storage', 'product-images', 'link.jpg'))
  await symlink(at.dataDir, join(at.dataDir, 'storage', 'product-images', 'folder'))
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
      const answer = await (isRendered ? at.render : at.object)(path)
      expect([400, 404]).toContain(answer.status)
    }),
    { numRuns: 5_000 },
  )
})
