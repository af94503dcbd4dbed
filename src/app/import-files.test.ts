import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueue, type Queue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { openServedObjects } from '#platform/storage/serving/served-objects.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { importFiles } from './import-files.ts'
import { pictureBuckets } from './picture-uses.ts'

const log = createLog({ level: 'silent' })
let db: TestDatabase
let queue: Queue
let dataDir: string

beforeAll(async () => {
  db = await testDatabase({ withQueue: true })
  queue = createQueue({ connectionString: db.connectionString, log, working: false })
  await queue.start()
  dataDir = await mkdtemp(join(tmpdir(), 'earlier-'))
})
afterAll(async () => {
  await queue.stop()
  await db[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

test('pictures of an earlier version keep their URLs, and a file that is not a picture stays where it is', async () => {
  const folder = join(dataDir, 'storage', 'product-images')
  const put = async (name: string, bytes: Buffer) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  await put('catalogue/mary-dress-0a1b2c3d.jpg', await plainPicture('jpeg'))
  await put('winter/a coat.png', await plainPicture('png'))
  await put('notes.txt', Buffer.from('not a picture'))
  const files = diskStore(join(dataDir, 'storage'))
  expect(await importFiles({ db, files, queue, pictureBuckets, dataDir, log })).toBe(2)
  expect(await importFiles({ db, files, queue, pictureBuckets, dataDir, log })).toBe(0)

  const objects = openServedObjects({
    db,
    changes: { onChange: () => undefined, listening: () => false },
    pictureBuckets,
  })
  const mary = await objects.findPublic('product-images', 'catalogue/mary-dress-0a1b2c3d.jpg')
  expect(mary).toMatchObject({ type: 'image/jpeg', picture: { width: 60, height: 80 } })
  expect(await objects.findPublic('product-images', 'winter/a%20coat.png')).toMatchObject({ type: 'image/png' })
  expect(await readdir(folder)).toEqual(['notes.txt'])
})

test('a shop without an earlier version has nothing to import', async () => {
  const files = diskStore(join(dataDir, 'storage'))
  expect(await importFiles({ db, files, queue, pictureBuckets, dataDir: join(dataDir, 'none'), log })).toBe(0)
})
