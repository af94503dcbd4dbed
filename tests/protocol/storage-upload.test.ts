import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { type StorageApi, startStorageApi } from '#tests/fixtures/storage-api.ts'

let api: StorageApi
let jpeg: Buffer

beforeAll(async () => {
  api = await startStorageApi()
  jpeg = await plainPicture('jpeg')
  await api.service.storage.createBucket('papers', { public: false })
  await api.service.storage.createBucket('texts', {
    public: true,
    fileSizeLimit: '1kb',
    allowedMimeTypes: ['text/plain', 'audio/*'],
  })
})
afterAll(() => api[Symbol.asyncDispose]())

const name = (extension = 'jpg') => `${randomUUID()}.${extension}`
const refusal = (statusCode: string, code: string) => ({ status: 400, statusCode, code })
const refused = (error: unknown) => {
  const { status, statusCode, code } = error as { status: number; statusCode: string; code: string }
  return { status, statusCode, code }
}

test('the owner’s image is public immediately, uploaded as a file and as bytes', async () => {
  const pictures = api.owner.storage.from('product-images')
  for (const body of [new File([new Uint8Array(jpeg)], 'IMG 1.jpg', { type: 'image/jpeg' }), jpeg]) {
    const path = name()
    const { data, error } = await pictures.upload(path, body, { contentType: 'image/jpeg' })
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), path, fullPath: `product-images/${path}` })
    const response = await fetch(pictures.getPublicUrl(path).data.publicUrl)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const shown = await fetch(pictures.getPublicUrl(path, { transform: { width: 160 } }).data.publicUrl)
    expect(shown.status).toBe(200)
  }
})

test('a product gets the size and blur of its images from storage, whatever the request says', async () => {
  const pictures = api.owner.storage.from('product-images')
  const path = 'summer/a dress (1).jpg'
  await pictures.upload(path, jpeg, { contentType: 'image/jpeg' })
  const url = pictures.getPublicUrl(path).data.publicUrl
  expect(url).toContain('summer/a%20dress%20(1).jpg')
  const facts = { width: 60, height: 80, blur: expect.stringMatching(/^#[\da-f]{6},#[\da-f]{6}$/) }
  const slug = `dress-${randomUUID()}`
  const made = await api.owner
    .from('products')
    .insert({ name: 'A dress', slug, price: 10, image_url: url })
    .select('id, image_url, pictures')
    .single()
  expect(made.error).toBeNull()
  expect(made.data).toMatchObject({ image_url: url, pictures: [{ url, ...facts }] })
  const sent = [{ url, alt: 'A dress.', width: 9999, height: 1, blur: 'javascript:' }]
  const changed = await api.owner
    .from('products')
    .update({ pictures: sent })
    .eq('id', made.data?.id)
    .select('pictures')
    .single()
  expect(changed.data?.pictures).toEqual([{ url, alt: 'A dress.', ...facts }])
  const foreign = await api.owner
    .from('products')
    .update({ pictures: [...sent, { url: 'https://elsewhere.example/x.jpg' }] })
    .eq('id', made.data?.id)
  expect(foreign.error?.code).toBe('23514')
  // A product with an unreadable image would break every page, since every page reads all products.
  for (const alt of [5, { a: 1 }, ['x'], 'x'.repeat(1_001)]) {
    const odd = await api.owner
      .from('products')
      .update({ pictures: [{ url, alt }] })
      .eq('id', made.data?.id)
    expect(odd.error?.code).toBe('23514')
  }
  const more = await api.owner
    .from('products')
    .update({ pictures: [{ url, alt: null, onerror: 'x' }] })
    .eq('id', made.data?.id)
    .select('pictures')
    .single()
  expect(more.data?.pictures).toEqual([{ url, ...facts }])
})

test('the content decides the type, not the name or the header', { tags: ['S27'] }, async () => {
  const pictures = api.owner.storage.from('product-images')
  const typeOf = async (bytes: Buffer, contentType: string, extension: string) => {
    const path = name(extension)
    const { error } = await pictures.upload(path, bytes, { contentType })
    if (error) return refused(error)
    return (await pictures.info(path)).data?.contentType
  }
  expect(await typeOf(await plainPicture('png'), 'image/jpeg', 'jpg')).toBe('image/png')
  expect(await typeOf(await plainPicture('webp'), 'application/octet-stream', 'png')).toBe('image/webp')
  const notTaken = refusal('415', 'InvalidMimeType')
  expect(await typeOf(await plainPicture('gif'), 'image/png', 'png')).toEqual(notTaken)
  expect(await typeOf(await plainPicture('tiff'), 'image/jpeg', 'jpg')).toEqual(notTaken)
  expect(await typeOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'png')).toEqual(notTaken)
  expect(await typeOf(Buffer.from('<script>alert(1)</script>'), 'image/jpeg', 'jpg')).toEqual(notTaken)
  expect(await typeOf(jpeg.subarray(0, jpeg.length - 40), 'image/jpeg', 'jpg')).toEqual(notTaken)
  expect(await typeOf(jpeg, 'image/svg+xml', 'svg')).toEqual(notTaken)
})

test('other buckets store bytes, type, cache control and metadata unchanged, from every body format', async () => {
  const papers = api.owner.storage.from('papers')
  const bytes = Buffer.from('Paper\r\n--not a boundary\r\n\r\n'.repeat(50))
  const bodies = [
    bytes,
    new Uint8Array(bytes),
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    bytes.toString(),
    new Blob([new Uint8Array(bytes)], { type: 'text/html' }),
    Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]),
  ]
  for (const [at, body] of bodies.entries()) {
    const path = `2030/paper ${at}.html`
    const options = { contentType: 'text/html', cacheControl: '60', metadata: { of: 'Åsa', count: 2 } }
    const { error } = await papers.upload(path, body, options)
    expect(error, `body ${at}`).toBeNull()
    const { data } = await papers.info(path)
    expect(data).toMatchObject({
      name: path,
      bucketId: 'papers',
      size: bytes.length,
      contentType: 'text/html',
      cacheControl: 'max-age=60',
      metadata: { of: 'Åsa', count: 2 },
    })
    const download = await papers.download(path)
    expect(await download.data?.text()).toBe(bytes.toString())
  }
})

test('a bucket’s limits apply to the declared and to the received size', { tags: ['N15'] }, async () => {
  const texts = api.owner.storage.from('texts')
  const put = async (body: Buffer | Readable | Blob | string, contentType = 'text/plain') => {
    const { error } = await texts.upload(name('txt'), body, { contentType })
    return error && refused(error)
  }
  const large = Buffer.alloc(1001, 'x')
  expect(await put(Buffer.alloc(1000, 'x'))).toBeNull()
  expect(await put(large)).toEqual(refusal('413', 'EntityTooLarge'))
  expect(await put(Readable.from([large]))).toEqual(refusal('413', 'EntityTooLarge'))
  expect(await put(new Blob([large], { type: 'text/plain' }))).toEqual(refusal('413', 'EntityTooLarge'))
  expect(await put(Buffer.alloc(100_000, 'x'))).toEqual(refusal('413', 'EntityTooLarge'))
  expect(await put('x', 'audio/ogg')).toBeNull()
  expect(await put('x', 'text/plain;charset=UTF-8')).toEqual(refusal('415', 'InvalidMimeType'))
  expect(await put(new Blob(['x'], { type: 'text/html' }))).toEqual(refusal('415', 'InvalidMimeType'))
  expect(await put('')).toEqual(refusal('400', 'InvalidRequest'))
  const before = (await api.fileNames()).length
  expect(await put(Readable.from([large]))).not.toBeNull()
  expect(await api.fileNames()).toHaveLength(before)
})

test('an object is replaced only on request, and its old bytes are never served again', async () => {
  const pictures = api.owner.storage.from('product-images')
  const path = name()
  const first = await pictures.upload(path, jpeg, { contentType: 'image/jpeg' })
  const again = await pictures.upload(path, jpeg, { contentType: 'image/jpeg' })
  expect(again.error).toMatchObject({ message: 'The resource already exists', status: 400, statusCode: '409' })
  const other = await plainPicture('png', { width: 30, height: 30 })
  const updated = await pictures.update(path, other, { contentType: 'image/png' })
  expect(updated.data?.id).toBe(first.data?.id)
  const upserted = await pictures.upload(path, jpeg, { contentType: 'image/jpeg', upsert: true })
  expect(upserted.data?.id).toBe(first.data?.id)
  await pictures.update(path, other, { contentType: 'image/png' })
  await expect
    .poll(async () => (await fetch(pictures.getPublicUrl(path).data.publicUrl)).headers.get('content-type'))
    .toBe('image/png')
  const fresh = await api.owner.storage.from('papers').update('new.txt', 'text', { contentType: 'text/plain' })
  expect(fresh.error).toBeNull()
})

test('only administrators and the service write; other callers are refused before a byte is stored', async () => {
  const before = await api.fileNames()
  for (const who of [api.anon, api.customer]) {
    for (const bucket of ['product-images', 'papers']) {
      const { error } = await who.storage.from(bucket).upload(name(), jpeg, { contentType: 'image/jpeg' })
      expect(error).toMatchObject({
        message: 'new row violates row-level security policy',
        ...refusal('403', 'AccessDenied'),
      })
      const upsert = await who.storage.from(bucket).upload(name(), jpeg, { contentType: 'image/jpeg', upsert: true })
      expect(refused(upsert.error)).toEqual(refusal('403', 'AccessDenied'))
    }
  }
  expect(await api.fileNames()).toEqual(before)
})

test('errors are checked in this order: token, bucket, size, type, name, permission', async () => {
  const post = async (path: string, headers: Record<string, string>, body: Buffer | string = 'x') => {
    const response = await fetch(`${api.url}/storage/v1/object/${path}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(Buffer.from(body)),
    })
    return [response.status, await response.json()]
  }
  const authorization = `Bearer ${api.ownerToken}`
  expect(await post('none/x', {})).toEqual([
    400,
    expect.objectContaining({
      statusCode: '400',
      error: 'Error',
      message: "headers must have required property 'authorization'",
    }),
  ])
  expect(await post('none/x', { authorization: 'Bearer nonsense' })).toEqual([
    400,
    { statusCode: '403', error: 'Unauthorized', code: 'AccessDenied', message: 'Invalid Compact JWS' },
  ])
  const old = await api.token({ role: 'authenticated', sub: randomUUID(), exp: 1_700_000_000 })
  expect(await post('none/x', { authorization: `Bearer ${old}` })).toEqual([
    400,
    expect.objectContaining({ statusCode: '403', message: '"exp" claim timestamp check failed' }),
  ])
  const large = Buffer.alloc(80_000)
  const codes = async (path: string, type: string, body: Buffer | string, bearer = authorization) => {
    const [status, response] = await post(path, { authorization: bearer, 'content-type': type }, body)
    return [status, (response as { code: string }).code]
  }
  const visitor = `Bearer ${api.anonKey}`
  expect(await codes('none/%5B', 'text/html', large, visitor)).toEqual([400, 'NoSuchBucket'])
  expect(await codes('texts/%5B', 'text/html', large, visitor)).toEqual([400, 'EntityTooLarge'])
  expect(await codes('texts/%5B', 'text/html', 'x', visitor)).toEqual([400, 'InvalidMimeType'])
  expect(await codes('texts/%5B', 'text/plain', 'x', visitor)).toEqual([400, 'InvalidKey'])
  expect(await codes('texts/a', 'text/plain', 'x', visitor)).toEqual([400, 'AccessDenied'])
  expect(await codes('texts/a', 'text/plain', 'x')).toEqual([200, undefined])
})

test.each(['%2e%2e/b', 'a%2fb', 'a%5cb', 'a//b', 'a/', '.', 'a%00', '%C3%A9', 'x'.repeat(1025), '%E0%A4%A'])(
  'no object may be called %s',
  async (path) => {
    const response = await fetch(`${api.url}/storage/v1/object/papers/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.ownerToken}`, 'content-type': 'text/plain' },
      body: 'x',
    })
    const body = (await response.json()) as { code: string }
    // Paths that the URL parser resolves refer to another bucket, or to none.
    expect([response.status, ['InvalidKey', 'NoSuchBucket', 'not_found'].includes(body.code)]).toEqual([
      response.status === 404 ? 404 : 400,
      true,
    ])
  },
)

test('every character that the protocol allows in names is returned unchanged', async () => {
  const papers = api.owner.storage.from('papers')
  const path = "AZ az09_!-.*'()/& $@=;:+,/x.txt"
  expect((await papers.upload(path, 'text', { contentType: 'text/plain' })).error).toBeNull()
  expect((await papers.list("AZ az09_!-.*'()/& $@=;:+,")).data?.map((entry) => entry.name)).toEqual(['x.txt'])
  expect((await papers.exists(path)).data).toBe(true)
})
