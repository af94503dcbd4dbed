import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { type StorageApi, startStorageApi } from '#tests/fixtures/storage-api.ts'

let api: StorageApi

beforeAll(async () => {
  api = await startStorageApi()
  for (const id of ['papers', 'other', 'lists']) await api.service.storage.createBucket(id, { public: false })
  const lists = api.owner.storage.from('lists')
  for (const path of ['b.txt', 'A.txt', 'folder/one.txt', 'folder/two.txt', 'folder/deep/three.txt', 'fo_d/x.txt']) {
    await lists.upload(path, path, { contentType: 'text/plain' })
  }
})
afterAll(() => api[Symbol.asyncDispose]())

const papers = () => api.owner.storage.from('papers')
const put = async (path: string, text = path) =>
  (await papers().upload(path, text, { contentType: 'text/plain' })).error

test('a list has one folder, subfolders first, and files in the protocol’s format', async () => {
  const lists = api.owner.storage.from('lists')
  const { data } = await lists.list()
  expect(data?.map((entry) => entry.name)).toEqual(['fo_d', 'folder', 'A.txt', 'b.txt'])
  const none = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
  expect(data?.[0]).toEqual({ name: 'fo_d', ...none })
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
  expect(data?.[2]).toEqual({
    name: 'A.txt',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    updated_at: time,
    created_at: time,
    last_accessed_at: time,
    metadata: {
      eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      size: 5,
      mimetype: 'text/plain',
      cacheControl: 'max-age=3600',
      lastModified: time,
      contentLength: 5,
      httpStatusCode: 200,
    },
  })
  for (const prefix of ['folder', 'folder/', '/folder']) {
    expect((await lists.list(prefix)).data?.map((entry) => entry.name)).toEqual(['deep', 'one.txt', 'two.txt'])
  }
  expect((await lists.list('f_lder')).data).toEqual([])
  expect((await lists.list('nowhere')).data).toEqual([])
})

test('a list is searched, sorted and paged as requested', async () => {
  const lists = api.owner.storage.from('lists')
  const names = async (prefix: string, options: object) =>
    (await lists.list(prefix, options)).data?.map((entry) => entry.name)
  expect(await names('folder', { search: 'O' })).toEqual(['one.txt'])
  expect(await names('', { search: '%' })).toEqual([])
  expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(['folder', 'fo_d', 'b.txt', 'A.txt'])
  expect(await names('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
    'fo_d',
    'folder',
    'A.txt',
    'b.txt',
  ])
  expect(await names('', { limit: 2, offset: 1 })).toEqual(['folder', 'A.txt'])
  const wrong = await lists.list('', { sortBy: { column: 'metadata; drop table x', order: 'asc' } })
  expect(wrong.error).toMatchObject({ status: 400, statusCode: '400' })
})

test('only administrators and the service list, read or delete; others cannot learn what exists', async () => {
  await put('secret.txt')
  for (const who of [api.anon, api.customer]) {
    const theirs = who.storage.from('papers')
    expect((await theirs.list()).data).toEqual([])
    expect((await theirs.remove(['secret.txt'])).data).toEqual([])
    expect((await theirs.download('secret.txt')).error).toMatchObject({ status: 400 })
    expect((await theirs.info('secret.txt')).error).toMatchObject({ status: 400, statusCode: '404', code: 'NoSuchKey' })
    expect((await theirs.exists('secret.txt')).data).toBe(false)
    expect((await theirs.createSignedUrl('secret.txt', 60)).error).toMatchObject({ statusCode: '404' })
    expect((await theirs.move('secret.txt', 'mine.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await theirs.copy('secret.txt', 'mine.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await theirs.createSignedUploadUrl('mine.txt')).error).toMatchObject({ statusCode: '403' })
    expect((await who.storage.from('product-images').list()).data).toEqual([])
  }
  expect((await papers().exists('secret.txt')).data).toBe(true)
  const open = await fetch(`${api.url}/storage/v1/object/public/papers/secret.txt`)
  expect(await open.json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
})

test('deleted objects are returned and immediately unavailable; missing ones are skipped', async () => {
  await put('gone/1.txt')
  await put('gone/2.txt')
  const { data } = await papers().remove(['gone/1.txt', 'gone/none.txt', 'gone/2.txt'])
  expect(data?.map((entry) => entry.name).sort()).toEqual(['gone/1.txt', 'gone/2.txt'])
  expect(data?.[0]).toMatchObject({ bucket_id: 'papers', metadata: { mimetype: 'text/plain' } })
  expect((await papers().list('gone')).data).toEqual([])
  expect((await papers().download('gone/1.txt')).error).toMatchObject({ status: 400 })
  expect((await papers().remove(['gone/1.txt'])).data).toEqual([])
  const many = Array.from({ length: 1001 }, (_, at) => `${at}`)
  expect((await papers().remove(many)).error).toMatchObject({ status: 400, statusCode: '400' })
})

test('an object moves within its bucket and to another one, and never onto a taken name', async () => {
  await put('from.txt', 'moved')
  await put('taken.txt')
  expect((await papers().move('from.txt', 'to/here.txt')).data).toEqual({ message: 'Successfully moved' })
  expect((await papers().exists('from.txt')).data).toBe(false)
  expect(await (await papers().download('to/here.txt')).data?.text()).toBe('moved')
  expect((await papers().move('to/here.txt', 'taken.txt')).error).toMatchObject({ statusCode: '409' })
  expect((await papers().move('to/here.txt', '../x')).error).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
  expect((await papers().move('none.txt', 'x.txt')).error).toMatchObject({ statusCode: '404', code: 'NoSuchKey' })
  expect((await papers().move('to/here.txt', 'x.txt', { destinationBucket: 'none' })).error).toMatchObject({
    code: 'NoSuchBucket',
  })
  expect((await papers().move('to/here.txt', 'it.txt', { destinationBucket: 'other' })).error).toBeNull()
  expect(await (await api.owner.storage.from('other').download('it.txt')).data?.text()).toBe('moved')
})

test('a copy has its own bytes, and stays when the original is replaced or deleted', async () => {
  const picture = await plainPicture('png')
  const pictures = api.owner.storage.from('product-images')
  const [from, to] = [`${randomUUID()}.png`, `copies/${randomUUID()}.png`]
  const made = await pictures.upload(from, picture, { contentType: 'image/png' })
  const copied = await pictures.copy(from, to)
  expect(copied.data).toEqual({ path: `product-images/${to}` })
  expect((await pictures.copy(from, to)).error).toMatchObject({ statusCode: '409' })
  await pictures.remove([from])
  await api.files.remove((await api.fileNames()).filter((name) => name.includes(made.data?.id ?? '-')))
  const shown = await fetch(pictures.getPublicUrl(to).data.publicUrl)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await pictures.info(to)).data).toMatchObject({ contentType: 'image/png', metadata: {} })
})

test('no call stores a file other than a picture in product-images', async () => {
  await papers().upload('not.png', 'text', { contentType: 'image/png' })
  const target = { destinationBucket: 'product-images' }
  for (const response of [
    await papers().copy('not.png', 'not.png', target),
    await papers().move('not.png', 'not.png', target),
  ]) {
    expect(response.error).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' })
  }
  const signed = await api.owner.storage.from('product-images').createSignedUploadUrl('not.png')
  const body = new Blob(['text'], { type: 'image/png' })
  const put = await api.anon.storage.from('product-images').uploadToSignedUrl('not.png', signed.data?.token ?? '', body)
  expect(put.error).toMatchObject({ statusCode: '415', code: 'InvalidMimeType' })
})

test('a picture of too many pixels is refused as such', async () => {
  const wide = sharp({ create: { width: 12_000, height: 3_400, channels: 3, background: 'teal' } })
  const body = new Blob([new Uint8Array(await wide.jpeg().toBuffer())], { type: 'image/jpeg' })
  const { error } = await api.owner.storage.from('product-images').upload(`${crypto.randomUUID()}.jpg`, body)
  const message = 'This picture has too many pixels. The limit is 40 megapixels.'
  expect(error).toMatchObject({ statusCode: '413', code: 'ImageTooLarge', message })
})

test('a signed URL lets any caller read that object only, until it expires', async () => {
  await put('signed/a b.txt', 'for you')
  await put('signed/other.txt', 'not for you')
  const { data } = await papers().createSignedUrl('signed/a b.txt', 60)
  const url = data?.signedUrl ?? ''
  const response = await fetch(url)
  expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
    200,
    'for you',
    'text/plain',
  ])
  expect(response.headers.get('cache-control')).toContain('private')
  const download = await papers().createSignedUrl('signed/a b.txt', 60, { download: 'It.txt' })
  expect((await fetch(download.data?.signedUrl ?? '')).headers.get('content-disposition')).toMatch(
    /^attachment; filename=It.txt/,
  )
  const codeOf = async (address: string) => ((await (await fetch(address)).json()) as { code: string }).code
  expect(await codeOf(url.replace('a%20b', 'other'))).toBe('InvalidSignature')
  expect(await codeOf(`${url}x`)).toBe('InvalidSignature')
  expect(await codeOf(url.replace(/token=.*/, `token=${api.serviceRoleKey}`))).toBe('InvalidSignature')
  expect(await codeOf(url.replace(/\?.*/, ''))).toBe('InvalidRequest')
  await api.db.asService((tx) => tx.updateTable('private.clock').set({ ahead: '61 seconds' }).execute())
  expect(await codeOf(url)).toBe('ExpiredToken')
  await api.db.asService((tx) => tx.updateTable('private.clock').set({ ahead: '0' }).execute())
})

test('a signed image URL serves the signed rendition only, whatever the query', async () => {
  const pictures = api.owner.storage.from('product-images')
  const path = `signed/${randomUUID()} a.jpg`
  await pictures.upload(path, await plainPicture('jpeg', { width: 600, height: 800 }), { contentType: 'image/jpeg' })
  const transform = { width: 40, height: 40, resize: 'fill', format: 'origin', quality: 50 } as const
  const url = (await pictures.createSignedUrl(path, 60, { transform })).data?.signedUrl ?? ''
  expect(url).toContain('/storage/v1/render/image/sign/product-images/signed/')
  const seen = async (address: string, headers = {}) => {
    const response = await fetch(address, { headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { width, height } = await sharp(bytes).metadata()
    return [response.headers.get('content-type'), width, height]
  }
  const shape = await seen(url)
  expect(shape[0]).toBe('image/jpeg')
  expect(shape[1]).toBe(shape[2])
  expect(await seen(`${url}&width=500&height=100&format=webp&resize=cover`)).toEqual(shape)
  const response = await fetch(url)
  expect(response.headers.get('cache-control')).toContain('private')
  const download = await pictures.createSignedUrl(path, 60, { transform, download: 'It.jpg' })
  expect((await fetch(download.data?.signedUrl ?? '')).headers.get('content-disposition')).toMatch(
    /^attachment; filename=It/,
  )

  const free = (await pictures.createSignedUrl(path, 60, { transform: { width: 100 } })).data?.signedUrl ?? ''
  expect((await seen(free, { accept: 'image/webp' }))[0]).toBe('image/webp')
  expect((await seen(free, { accept: 'image/jpeg' }))[0]).toBe('image/jpeg')

  const codeOf = async (address: string) => ((await (await fetch(address)).json()) as { code: string }).code
  const whole = (await pictures.createSignedUrl(path, 60)).data?.signedUrl ?? ''
  expect(await codeOf(url.replace('/render/image/', '/object/'))).toBe('InvalidSignature')
  expect(await codeOf(whole.replace('/object/', '/render/image/'))).toBe('InvalidSignature')
  expect(await codeOf(url.replace('%20a', 'b'))).toBe('InvalidSignature')
  expect(await codeOf(`${url}x`)).toBe('InvalidSignature')
  expect(await codeOf(url.replace(/\?.*/, ''))).toBe('InvalidRequest')
  await api.db.asService((tx) => tx.updateTable('private.clock').set({ ahead: '61 seconds' }).execute())
  expect(await codeOf(url)).toBe('ExpiredToken')
  await api.db.asService((tx) => tx.updateTable('private.clock').set({ ahead: '0' }).execute())
  await pictures.remove([path])
  await expect.poll(async () => (await fetch(url)).status).toBe(400)
  expect(await codeOf(url)).toBe('NoSuchKey')
})

test('invalid transformations cannot be signed, and only pictures can be transformed', async () => {
  await put('signed/plain.txt')
  for (const transform of [
    { width: 'wide' },
    { height: 1.5 },
    { resize: 'stretch' },
    { format: 'gif' },
    { quality: -1 },
  ]) {
    const { error } = await papers().createSignedUrl('signed/plain.txt', 60, { transform: transform as object })
    expect(error).toMatchObject({ status: 400, statusCode: '400' })
  }
  for (const transform of [{}, { width: 0 }]) {
    const { data } = await papers().createSignedUrl('signed/plain.txt', 60, { transform })
    expect(data?.signedUrl).toContain('/storage/v1/object/sign/papers/')
  }
  const { data } = await papers().createSignedUrl('signed/plain.txt', 60, { transform: { width: 20 } })
  expect(await (await fetch(data?.signedUrl ?? '')).json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  const theirs = api.customer.storage.from('papers')
  const { error } = await theirs.createSignedUrl('signed/plain.txt', 60, { transform: { width: 20 } })
  expect(error).toMatchObject({ statusCode: '404' })
})

test('many URLs are signed in one call, and missing objects are reported', async () => {
  await put('signed/1.txt', 'one')
  const { data } = await papers().createSignedUrls(['signed/1.txt', 'signed/none.txt'], 60)
  expect(data?.[1]).toMatchObject({
    path: 'signed/none.txt',
    signedUrl: null,
    error: expect.stringContaining('not exist'),
  })
  expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('one')
})

test('a signed upload lets any caller write that object once, for its owner', async () => {
  const { data } = await papers().createSignedUploadUrl('guests/note.txt')
  const guest = api.anon.storage.from('papers')
  const token = data?.token ?? ''
  const upload = (path: string, body = 'hello', with_ = token) =>
    guest.uploadToSignedUrl(path, with_, body, { contentType: 'text/plain' })
  expect((await upload('guests/other.txt')).error).toMatchObject({ code: 'InvalidSignature' })
  expect((await upload('guests/note.txt')).data).toEqual({
    path: 'guests/note.txt',
    fullPath: 'papers/guests/note.txt',
  })
  expect((await upload('guests/note.txt')).error).toMatchObject({ statusCode: '409' })
  const again = await papers().createSignedUploadUrl('guests/note.txt', { upsert: true })
  expect((await upload('guests/note.txt', 'again', again.data?.token)).error).toBeNull()
  expect(await (await papers().download('guests/note.txt')).data?.text()).toBe('again')
  const read = await papers().createSignedUrl('guests/note.txt', 60)
  const readToken = new URL(read.data?.signedUrl ?? '').searchParams.get('token') ?? ''
  expect((await upload('guests/note.txt', 'no', readToken)).error).toMatchObject({ code: 'InvalidSignature' })
})

test('a picture in a private bucket is rendered for callers who may read it', async () => {
  const pictures = api.owner.storage.from('product-images')
  const path = `${randomUUID()}.jpg`
  await pictures.upload(path, await plainPicture('jpeg'), { contentType: 'image/jpeg' })
  const small = await pictures.download(path, { transform: { width: 20, format: 'origin' } })
  expect(small.error).toBeNull()
  expect(small.data?.type).toBe('image/jpeg')
  expect((await api.customer.storage.from('product-images').download(path)).error).not.toBeNull()
})
