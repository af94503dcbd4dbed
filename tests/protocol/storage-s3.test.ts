import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { s3Server } from '#tests/fixtures/s3-server.ts'
import { startStorageApi } from '#tests/fixtures/storage-api.ts'

test('a shop that stores its pictures in an S3 bucket behaves the same', async () => {
  await using server = await s3Server()
  await using api = await startStorageApi({ store: server.files })
  const pictures = api.owner.storage.from('product-images')
  const [path, copy] = [`${randomUUID()}.jpg`, `${randomUUID()}.jpg`]
  expect((await pictures.upload(path, await plainPicture('jpeg'), { contentType: 'image/jpeg' })).error).toBeNull()
  expect((await pictures.copy(path, copy)).error).toBeNull()
  for (const each of [path, copy]) {
    const shown = await fetch(pictures.getPublicUrl(each).data.publicUrl)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const small = await fetch(pictures.getPublicUrl(each, { transform: { width: 20 } }).data.publicUrl)
    expect(small.status).toBe(200)
  }
  await api.service.storage.createBucket('papers', { public: false })
  const papers = api.owner.storage.from('papers')
  const long = 'A long paper. '.repeat(100_000)
  expect((await papers.upload('long.txt', long, { contentType: 'text/plain' })).error).toBeNull()
  expect(await (await papers.download('long.txt')).data?.text()).toBe(long)
  expect((await papers.remove(['long.txt'])).data).toHaveLength(1)
  expect((await papers.exists('long.txt')).data).toBe(false)
})
