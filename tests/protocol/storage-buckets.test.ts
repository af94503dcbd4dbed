import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StorageApi, startStorageApi } from '#tests/fixtures/storage-api.ts'

let api: StorageApi

beforeAll(async () => {
  api = await startStorageApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test('a new shop has the bucket for product images', async () => {
  expect((await api.owner.storage.getBucket('product-images')).data).toEqual({
    id: 'product-images',
    name: 'product-images',
    owner: null,
    public: true,
    file_size_limit: 10_000_000,
    allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
})

test('the service creates, reads, changes, empties and deletes a bucket', async () => {
  const { storage } = api.service
  const bucketIds = async () => (await storage.listBuckets()).data?.map(({ id }) => id) ?? []
  const before = await bucketIds()
  expect((await storage.createBucket('papers', { public: false, fileSizeLimit: '20mb' })).data).toEqual({
    name: 'papers',
  })
  expect((await storage.createBucket('papers', { public: true })).error).toMatchObject({
    message: 'The resource already exists',
    status: 400,
    statusCode: '409',
  })
  expect((await storage.getBucket('papers')).data).toMatchObject({ public: false, file_size_limit: 20_000_000 })
  const updated = await storage.updateBucket('papers', { public: true, fileSizeLimit: null, allowedMimeTypes: ['a/b'] })
  expect(updated.data).toEqual({ message: 'Successfully updated' })
  expect((await storage.getBucket('papers')).data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: ['a/b'],
  })
  expect(before).toContain('product-images')
  expect(await bucketIds()).toEqual([...before, 'papers'].sort())
  await storage.from('papers').upload('x', 'x', { contentType: 'a/b' })
  expect((await storage.deleteBucket('papers')).error).toMatchObject({ statusCode: '409', code: 'ResourceNotEmpty' })
  const message = 'Empty bucket has been queued. Completion may take up to an hour.'
  expect(await storage.emptyBucket('papers')).toEqual({ data: { message }, error: null })
  expect((await storage.from('papers').list()).data).toEqual([])
  expect((await storage.deleteBucket('papers')).data).toEqual({ message: 'Successfully deleted' })
  const missing = { status: 400, statusCode: '404', code: 'NoSuchBucket', message: 'Bucket not found' }
  for (const response of [
    await storage.getBucket('papers'),
    await storage.updateBucket('papers', { public: true }),
    await storage.deleteBucket('papers'),
    await storage.emptyBucket('papers'),
  ]) {
    expect(response.error).toMatchObject(missing)
  }
})

test.each([
  ['20mb', 20_000_000],
  ['1kb', 1_000],
  ['5b', 5],
  ['1.5MB', 1_500_000],
  [7, 7],
])('a limit of %s is stored as %i', async (fileSizeLimit, bytes) => {
  const { storage } = api.service
  await storage.createBucket('sized', { public: false, fileSizeLimit })
  expect((await storage.getBucket('sized')).data?.file_size_limit).toBe(bytes)
  await storage.deleteBucket('sized')
})

test.each(['much', '1gb', -1, '1tb', '-5b'])('a limit of %s is refused', async (fileSizeLimit) => {
  const { error } = await api.service.storage.createBucket('sized', { public: false, fileSizeLimit })
  expect(error).toMatchObject({ status: 400 })
})

test.each(['', 'a/b', '..', 'x'.repeat(101), 'naïve', ' a'])('no bucket may be called %j', async (name) => {
  const { error } = await api.service.storage.createBucket(name, { public: false })
  expect(error).toMatchObject({ status: 400, statusCode: '400', code: 'InvalidBucketName' })
})

test('no bucket has the name of a route, by which it could not be used', async () => {
  for (const name of ['sign', 'authenticated', 'info', 'public', 'list', 'copy', 'move', 'upload']) {
    const { error } = await api.service.storage.createBucket(name, { public: false })
    expect(error, name).toMatchObject({ status: 400, statusCode: '400', code: 'InvalidBucketName' })
  }
})

test('only the service creates, changes or deletes a bucket', async () => {
  for (const who of [api.anon, api.customer, api.owner]) {
    const refused = { status: 400, statusCode: '403', code: 'AccessDenied' }
    expect((await who.storage.createBucket('mine', { public: true })).error).toMatchObject(refused)
    expect((await who.storage.updateBucket('product-images', { public: false })).error).toMatchObject(refused)
    expect((await who.storage.deleteBucket('product-images')).error).toMatchObject(refused)
  }
  expect((await api.anon.storage.listBuckets()).data).toEqual([])
  expect((await api.anon.storage.emptyBucket('product-images')).error).toMatchObject({ code: 'NoSuchBucket' })
})

test('a bucket that becomes private is closed immediately', async () => {
  const { storage } = api.service
  await storage.createBucket('open', { public: true })
  await storage.from('open').upload('a.txt', 'text', { contentType: 'text/plain' })
  const url = storage.from('open').getPublicUrl('a.txt').data.publicUrl
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
  await storage.updateBucket('open', { public: false })
  await expect.poll(async () => (await fetch(url)).status).toBe(400)
})
