import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { plainPicture } from '#tests/fixtures/pictures.ts'
import { type StorageApi, startStorageApi } from '#tests/fixtures/storage-api.ts'

let api: StorageApi

beforeAll(async () => {
  api = await startStorageApi()
  await api.service.storage.createBucket('papers', { public: false })
})
afterAll(() => api[Symbol.asyncDispose]())

const unfinished = (folder: string) => readdir(join(folder, 'tmp')).catch(() => [])
const rowCount = async () => {
  const { rows } = await api.db.asService((tx) => sql<{ id: string }>`select id from storage.objects`.execute(tx))
  return rows.length
}

/** Sends the bytes and closes the connection; resolves when it is closed. */
function sendAndBreak(bytes: Buffer): Promise<void> {
  return new Promise((gone) => {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).on('close', () => gone())
    socket.write(bytes, () => setImmediate(() => socket.destroy()))
  })
}

async function requests(path: string): Promise<Buffer[]> {
  const picture = await plainPicture('webp', { width: 8, height: 8 })
  const head = (type: string, more: string) =>
    Buffer.from(
      `POST /storage/v1/object/${path}-NAME HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.ownerToken}\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`,
    )
  const form = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n'),
    Buffer.from('--b\r\nContent-Disposition: form-data; name=""; filename="blob"\r\nContent-Type: image/webp\r\n\r\n'),
    picture,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const chunked = (bytes: Buffer) =>
    Buffer.concat([chunk(bytes.subarray(0, 30)), chunk(bytes.subarray(30)), Buffer.from('0\r\n\r\n')])
  return [
    Buffer.concat([head('image/webp', `Content-Length: ${picture.length}`), picture]),
    Buffer.concat([head('image/webp', 'Transfer-Encoding: chunked'), chunked(picture)]),
    Buffer.concat([head('multipart/form-data; boundary=b', `Content-Length: ${form.length}`), form]),
    Buffer.concat([head('multipart/form-data; boundary=b', 'Transfer-Encoding: chunked'), chunked(form)]),
  ]
}

test.each(['product-images/cut', 'papers/cut'])('an upload to %s cut at any byte leaves nothing', async (path) => {
  for (const whole of await requests(path)) {
    const [count, files] = [await rowCount(), (await api.fileNames()).length]
    const bodyAt = whole.indexOf('\r\n\r\n') + 4
    const named = (at: number) =>
      Buffer.from(whole.toString('latin1').replace('NAME', `${at}`.padStart(4, '0')), 'latin1')
    const cuts = Array.from({ length: whole.length - bodyAt }, (_, at) => bodyAt + at)
    for (let first = 0; first < cuts.length; first += 20) {
      await Promise.all(cuts.slice(first, first + 20).map((at) => sendAndBreak(named(at).subarray(0, at))))
    }
    await expect.poll(() => unfinished(api.folder), { timeout: 10_000 }).toEqual([])
    expect([await rowCount(), (await api.fileNames()).length]).toEqual([count, files])
  }
})

test('a full disk is reported, no part of the upload remains, and smaller uploads still succeed', {
  tags: ['D9'],
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
  try {
    await using small = await startStorageApi({ store: diskStore(join(folder, 'files')) })
    await mkdir(join(folder, 'files', 'tmp'), { recursive: true })
    await small.service.storage.createBucket('papers', { public: false })
    const full = {
      status: 507,
      statusCode: '507',
      code: 'InsufficientStorage',
      message: expect.stringContaining('no room'),
    }
    const papers = small.owner.storage.from('papers')
    const large = await papers.upload('large', randomBytes(400_000), { contentType: 'a/b' })
    expect(large.error).toMatchObject(full)
    expect([await small.fileNames(), await unfinished(join(folder, 'files'))]).toEqual([[], []])
    expect((await papers.exists('large')).data).toBe(false)
    await papers.upload('most of it', randomBytes(240_000), { contentType: 'a/b' })
    const grain = await plainPicture('png', { width: 300, height: 300 })
    const pictures = small.owner.storage.from('product-images')
    const noisy = await import('sharp').then(({ default: sharp }) =>
      sharp(grain)
        .composite([{ input: randomBytes(300 * 300 * 3), raw: { width: 300, height: 300, channels: 3 } }])
        .png()
        .toBuffer(),
    )
    expect((await pictures.upload('a.png', noisy, { contentType: 'image/png' })).error).toMatchObject(full)
    expect((await pictures.list()).data).toEqual([])
    expect(await unfinished(join(folder, 'files'))).toEqual([])
    await papers.remove(['most of it'])
    await small.files.remove(await small.fileNames())
    expect((await papers.upload('small', randomBytes(1000), { contentType: 'a/b' })).error).toBeNull()
  } finally {
    execFileSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  }
})

test('of many concurrent uploads to one name exactly one is stored, complete', async () => {
  const bodies = Array.from({ length: 8 }, () => randomBytes(200_000))
  const prints = new Set(bodies.map((bytes) => createHash('md5').update(bytes).digest('hex')))
  const papers = api.owner.storage.from('papers')
  const whole = async (path: string) => {
    const bytes = await (await papers.download(path)).data?.arrayBuffer()
    return prints.has(
      createHash('md5')
        .update(Buffer.from(bytes ?? new ArrayBuffer(0)))
        .digest('hex'),
    )
  }
  for (let round = 0; round < 5; round += 1) {
    const [once, replaced] = [randomUUID(), randomUUID()]
    const first = await Promise.all(bodies.map((bytes) => papers.upload(once, bytes, { contentType: 'a/b' })))
    expect(first.filter(({ error }) => error === null)).toHaveLength(1)
    expect(first.filter(({ error }) => error && 'statusCode' in error && error.statusCode === '409')).toHaveLength(7)
    expect(await whole(once)).toBe(true)
    const second = await Promise.all(
      bodies.map((bytes) => papers.upload(replaced, bytes, { contentType: 'a/b', upsert: true })),
    )
    expect(second.map(({ error }) => error)).toEqual(bodies.map(() => null))
    expect(new Set(second.map(({ data }) => data?.id)).size).toBe(1)
    expect(await whole(replaced)).toBe(true)
  }
})

test('no requested path escapes the storage folder', { tags: ['S31'] }, async () => {
  const outside = await readdir(join(api.folder, '..'))
  const piece = fc.constantFrom(
    ...[
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
      'tmp',
      'objects',
      'etc/passwd',
    ],
    ...[
      '%252e%252e',
      '%c0%ae',
      'é',
      '%',
      '~',
      'C:',
      '*',
      '?x=1',
      '#',
      'papers',
      'product-images',
      'sign',
      'public',
      'info',
    ],
    ...['authenticated', 'list', 'upload', 'move', 'a.jpg', "'", '"', '{', '__proto__', 'constructor'],
  )
  const route = fc.constantFrom(
    'object/',
    'object/papers/',
    'object/info/papers/',
    'object/sign/papers/',
    'object/list/',
    'bucket/',
    'object/public/papers/',
    'object/upload/sign/papers/',
  )
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD')
  await fc.assert(
    fc.asyncProperty(route, fc.array(piece, { minLength: 1, maxLength: 8 }), method, async (at, parts, how) => {
      const path = `${at}${parts.join(parts.length % 2 ? '/' : '')}`
      const response = await fetch(`${api.url}/storage/v1/${path}`, {
        method: how,
        headers: { authorization: `Bearer ${api.ownerToken}`, 'content-type': 'text/plain' },
        ...(how === 'POST' || how === 'PUT' ? { body: '{}' } : {}),
      })
      expect(response.status).toBeLessThan(500)
      await response.arrayBuffer()
    }),
    { numRuns: 5_000 },
  )
  for (const name of await api.fileNames()) expect(name).toMatch(/^(objects|renditions)\/[0-9a-f-]{36}\/[0-9a-f-]{36}/)
  const added = (await readdir(join(api.folder, '..'))).filter((name) => !outside.includes(name))
  expect(added.filter((name) => !/^[a-z0-9-]+-[A-Za-z0-9]{6}$/.test(name))).toEqual([])
})
