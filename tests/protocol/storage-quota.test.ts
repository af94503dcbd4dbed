// @module-tag S30

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { type StorageApi, startStorageApi } from '#tests/fixtures/storage-api.ts'

let api: StorageApi

beforeAll(async () => {
  api = await startStorageApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const full = { status: 400, statusCode: '413', code: 'EntityTooLarge', message: 'The bucket is full' }

async function bucketOf(quotaBytes: number | null) {
  const id = `bucket-${randomUUID()}`
  await api.service.storage.createBucket(id, { public: false })
  await setQuota(id, quotaBytes)
  const theirs = api.owner.storage.from(id)
  const put = async (path: string, bytes: number, upsert = false) =>
    (await theirs.upload(path, 'x'.repeat(bytes), { contentType: 'text/plain', upsert })).error
  return { id, put, theirs }
}

function setQuota(id: string, quotaBytes: number | null) {
  return api.db.asService((tx) =>
    sql`update storage.buckets set quota_bytes = ${quotaBytes} where id = ${id}`.execute(tx),
  )
}

async function quotaOf(id: string): Promise<unknown> {
  const { rows } = await api.db.asService((tx) =>
    sql<{ quota: unknown }>`select quota_bytes::float8 as quota from storage.buckets where id = ${id}`.execute(tx),
  )
  return rows[0]?.quota
}

async function usedOf(id: string): Promise<{ counted: number; there: number }> {
  const { rows } = await api.db.asService((tx) =>
    sql<{ counted: number; there: number }>`select used_bytes::int as counted,
        (select coalesce(sum(original_bytes), 0)::int from storage.objects where bucket_id = buckets.id) as there
      from storage.buckets where id = ${id}`.execute(tx),
  )
  return rows[0] ?? { counted: -1, there: -1 }
}

test('a full bucket refuses uploads and stores nothing of them, and accepts uploads that fit', async () => {
  const { id, put, theirs } = await bucketOf(100)
  expect(await put('a', 60)).toBeNull()
  const before = await api.fileNames()
  expect(await put('b', 41)).toMatchObject(full)
  expect(await api.fileNames()).toEqual(before)
  expect((await theirs.list()).data?.map(({ name }) => name)).toEqual(['a'])
  expect(await put('b', 40)).toBeNull()
  expect(await put('c', 1)).toMatchObject(full)
  await theirs.remove(['a'])
  expect(await put('c', 60)).toBeNull()
  expect(await usedOf(id)).toEqual({ counted: 100, there: 100 })
})

test('a replacement counts instead of the replaced object', async () => {
  const { id, put, theirs } = await bucketOf(100)
  await put('a', 60)
  await put('b', 40)
  expect(await put('a', 61, true)).toMatchObject(full)
  expect((await theirs.info('a')).data?.size).toBe(60)
  expect(await put('a', 60, true)).toBeNull()
  expect(await put('a', 10, true)).toBeNull()
  expect(await usedOf(id)).toEqual({ counted: 50, there: 50 })
})

test('concurrent uploads never exceed the quota', async () => {
  const { id, put } = await bucketOf(100)
  const before = (await api.fileNames()).length
  const errors = await Promise.all(Array.from({ length: 8 }, (_, at) => put(`at-once-${at}`, 40)))
  expect(errors.filter((error) => error === null)).toHaveLength(2)
  for (const error of errors) if (error) expect(error).toMatchObject(full)
  expect(await usedOf(id)).toEqual({ counted: 80, there: 80 })
  expect(await api.fileNames()).toHaveLength(before + 2)
})

test('copies and moves count at their target, and a move frees its source', async () => {
  const here = await bucketOf(100)
  const there = await bucketOf(50)
  await here.put('a', 40)
  expect((await here.theirs.move('a', 'folder/a')).error).toBeNull()
  expect((await here.theirs.copy('folder/a', 'b')).error).toBeNull()
  const before = await api.fileNames()
  expect((await here.theirs.copy('b', 'c')).error).toMatchObject(full)
  expect(await api.fileNames()).toEqual(before)
  expect((await here.theirs.move('b', 'b', { destinationBucket: there.id })).error).toBeNull()
  expect((await here.theirs.move('folder/a', 'a', { destinationBucket: there.id })).error).toMatchObject(full)
  expect(await usedOf(here.id)).toEqual({ counted: 40, there: 40 })
  expect(await usedOf(there.id)).toEqual({ counted: 40, there: 40 })
})

test('concurrent moves between two buckets never deadlock', async () => {
  const one = await bucketOf(1_000)
  const other = await bucketOf(1_000)
  const names = Array.from({ length: 6 }, (_, at) => `${at}`)
  await Promise.all(names.flatMap((name) => [one.put(`one-${name}`, 10), other.put(`other-${name}`, 20)]))
  const moves = names.flatMap((name) => [
    one.theirs.move(`one-${name}`, `one-${name}`, { destinationBucket: other.id }),
    other.theirs.move(`other-${name}`, `other-${name}`, { destinationBucket: one.id }),
  ])
  for (const { error } of await Promise.all(moves)) expect(error).toBeNull()
  expect(await usedOf(one.id)).toEqual({ counted: 120, there: 120 })
  expect(await usedOf(other.id)).toEqual({ counted: 60, there: 60 })
})

test('a bucket over its lowered quota still frees space, and one without a quota is counted too', async () => {
  const { id, put, theirs } = await bucketOf(null)
  for (const name of ['a', 'b', 'c']) expect(await put(name, 50)).toBeNull()
  await setQuota(id, 60)
  expect(await put('d', 1)).toMatchObject(full)
  await theirs.remove(['a'])
  expect(await put('b', 40, true)).toBeNull()
  expect(await usedOf(id)).toEqual({ counted: 90, there: 90 })
  await api.service.storage.emptyBucket(id)
  expect(await usedOf(id)).toEqual({ counted: 0, there: 0 })
})

test('product images have 20 GB, counted by their uploaded size', async () => {
  expect(await quotaOf('product-images')).toBe(20_000_000_000)
  const pictures = api.owner.storage.from('product-images')
  const jpeg = await plainPicture('jpeg')
  const path = `${randomUUID()}.jpg`
  expect((await pictures.upload(path, jpeg, { contentType: 'image/jpeg' })).error).toBeNull()
  const used = { counted: jpeg.length, there: jpeg.length }
  expect(await usedOf('product-images')).toEqual(used)
  await setQuota('product-images', jpeg.length)
  const before = await api.fileNames()
  expect((await pictures.upload(`${path}.jpg`, jpeg, { contentType: 'image/jpeg' })).error).toMatchObject(full)
  expect(await api.fileNames()).toEqual(before)
  await setQuota('product-images', 20_000_000_000)
  expect((await pictures.remove([path])).data?.[0]).not.toHaveProperty('original_bytes')
  expect(await usedOf('product-images')).toEqual({ counted: 0, there: 0 })
})

test('a quota cannot be set over HTTP', async () => {
  const { id, put } = await bucketOf(10)
  for (const [token, status] of [
    [api.ownerToken, 400],
    [api.serviceRoleKey, 200],
  ] as const) {
    const response = await fetch(`${api.url}/storage/v1/bucket/${id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, apikey: api.serviceRoleKey, 'content-type': 'application/json' },
      body: JSON.stringify({ quota_bytes: null, used_bytes: -1000 }),
    })
    expect(response.status).toBe(status)
    expect(await put('a', 11)).toMatchObject(full)
  }
})
