import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isPictureShown, pictureBuckets } from '#operations/picture-uses.ts'
import { createLog } from '#platform/log.ts'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { ownersMark } from '#platform/storage/files/own-files.ts'
import { sweepStorage } from '#platform/storage/sweep-storage.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { plainPicture } from '#tests/fixtures/pictures.ts'

const log = createLog({ level: 'silent' })
const hour = 3_600_000

type World = { db: TestDatabase; folder: string; [Symbol.asyncDispose](): Promise<void> }

async function world(): Promise<World> {
  const db = await testDatabase({ withQueue: true })
  const folder = await mkdtemp(join(tmpdir(), 'killed-'))
  return {
    db,
    folder,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function start({ db, folder }: World, point = '') {
  const child = spawn(process.execPath, ['tests/faults/storage-program.ts', db.connectionString, folder, point], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await once(child.stdout, 'data')
  const [address = '', key = ''] = String(line).trim().split(' ')
  const url = `${address}/storage/v1`
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/jpeg' }
  return {
    child,
    ended,
    put: (name: string, body: BodyInit, method = 'POST') =>
      fetch(`${url}/object/product-images/${name}`, { method, headers, body, duplex: 'half' } as RequestInit),
    show: (name: string) => fetch(`${url}/object/public/product-images/${name}`),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function names(folder: string): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of diskStore(folder).list('')) if (name !== ownersMark) found.push(name)
  return found
}

const unfinished = (folder: string) => readdir(join(folder, 'tmp')).catch(() => [])
const rowsOf = async ({ db }: World) =>
  (await db.asService((tx) => sql<{ id: string; version: string }>`select * from storage.objects`.execute(tx))).rows

/** Runs the sweep as if a day had passed. */
const sweepLater = ({ db, folder }: World) =>
  sweepStorage({
    db,
    files: diskStore(folder),
    log,
    pictureBuckets,
    isShown: isPictureShown([]),
    now: new Date(Date.now() + 25 * hour),
  })

test.each(['upload.received', 'upload.stored'])(
  'killed at %s, nothing is shown, and the sweep takes all of it away',
  { tags: ['U2', 'U3'] },
  async (point) => {
    await using at = await world()
    const picture = await plainPicture('jpeg')
    const name = `${randomUUID()}.jpg`
    {
      await using program = await start(at, point)
      await expect(program.put(name, new Uint8Array(picture))).rejects.toThrow()
      await program.ended
    }
    expect(await rowsOf(at)).toEqual([])
    await using again = await start(at)
    expect((await again.show(name)).status).toBe(400)
    await sweepLater(at)
    expect([await names(at.folder), await unfinished(at.folder)]).toEqual([[], []])
    expect((await again.put(name, new Uint8Array(picture))).status).toBe(200)
    expect((await again.show(name)).status).toBe(200)
  },
)

test('after a kill that follows the row’s write the object is complete, and a product may show it', {
  tags: ['U4'],
}, async () => {
  await using at = await world()
  const name = `${randomUUID()}.jpg`
  {
    await using program = await start(at, 'upload.row-written')
    await expect(program.put(name, new Uint8Array(await plainPicture('jpeg')))).rejects.toThrow()
    await program.ended
  }
  await using again = await start(at)
  const shown = await again.show(name)
  expect([shown.status, (await shown.arrayBuffer()).byteLength > 100]).toEqual([200, true])
  const url = `/storage/v1/object/public/product-images/${name}`
  const product = await at.db.product({ image_url: url })
  expect(product.pictures).toMatchObject([{ url, width: 60, height: 80 }])
  await sweepLater(at)
  expect((await again.show(name)).status).toBe(200)
})

test('after a kill during the transfer the sweep deletes everything that remains', { tags: ['U1'] }, async () => {
  await using at = await world()
  {
    await using program = await start(at)
    const { promise: hang, resolve: arrived } = Promise.withResolvers<void>()
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(await plainPicture('jpeg')).subarray(0, 300))
        arrived()
      },
    })
    const put = program.put('half.jpg', body)
    await hang
    setTimeout(() => program.child.kill('SIGKILL'), 200)
    await expect(put).rejects.toThrow()
  }
  expect(await rowsOf(at)).toEqual([])
  await sweepLater(at)
  expect([await names(at.folder), await unfinished(at.folder)]).toEqual([[], []])
})

test.each(['upload.received', 'upload.stored', 'upload.row-written'])(
  'killed at %s while an object is replaced, the old one or the new one is whole',
  { tags: ['U5'] },
  async (point) => {
    await using at = await world()
    const name = `${randomUUID()}.jpg`
    const [before, after] = [await plainPicture('jpeg', { width: 40 }), await plainPicture('jpeg', { width: 90 })]
    {
      await using program = await start(at, `${point}:2`)
      expect((await program.put(name, new Uint8Array(before))).status).toBe(200)
      await expect(program.put(name, new Uint8Array(after), 'PUT')).rejects.toThrow()
      await program.ended
    }
    await sweepLater(at)
    await using again = await start(at)
    const shown = await again.show(name)
    expect(shown.status).toBe(200)
    const [row] = await rowsOf(at)
    const remaining = await names(at.folder)
    expect(remaining.every((each) => each.includes(`${row?.id}/${row?.version}`))).toBe(true)
    const original = await diskStore(at.folder).read(`objects/${row?.id}/${row?.version}`)
    expect(original?.equals(point === 'upload.row-written' ? after : before)).toBe(true)
  },
)

test('after many random kills every listed object is complete, and no other file remains', async () => {
  await using at = await world()
  const pictures = await Promise.all([20, 40, 60, 80].map((width) => plainPicture('jpeg', { width })))
  const fingerprints = new Set(pictures.map((bytes) => createHash('md5').update(bytes).digest('hex')))
  for (let round = 0; round < 6; round += 1) {
    await using program = await start(at)
    let isRunning = true
    let stored = 0
    const uploading = [0, 1, 2].map(async (worker) => {
      for (let turn = 0; isRunning; turn += 1) {
        const bytes = pictures[(turn + worker) % 4] ?? Buffer.alloc(0)
        const name = turn % 2 ? `${randomUUID()}.jpg` : 'shared.jpg'
        const response = await program.put(name, new Uint8Array(bytes), 'PUT').catch(() => undefined)
        if (response?.ok) stored += 1
      }
    })
    // A program on a busy machine takes its time to start.
    await expect.poll(() => stored, { timeout: 30_000 }).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, (randomBytes(1)[0] ?? 0) * 4))
    program.child.kill('SIGKILL')
    isRunning = false
    await Promise.all(uploading)
  }
  await sweepLater(at)
  const rows = await rowsOf(at)
  expect(rows.length).toBeGreaterThan(3)
  const files = diskStore(at.folder)
  for (const { id, version } of rows) {
    const bytes = await files.read(`objects/${id}/${version}`)
    expect(
      fingerprints.has(
        createHash('md5')
          .update(bytes ?? '')
          .digest('hex'),
      ),
    ).toBe(true)
  }
  const known = new Set(rows.map(({ id, version }) => `${id}/${version}`))
  const orphans = (await names(at.folder)).filter((name) => !known.has(name.split('/').slice(1, 3).join('/')))
  expect([orphans, await unfinished(at.folder)]).toEqual([[], []])
})
