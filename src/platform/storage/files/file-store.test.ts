import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, rmdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { s3Server } from '#tests/fixtures/s3-server.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

type Opened = { files: FileStore; [Symbol.asyncDispose](): Promise<void> }

async function onDisk(): Promise<Opened & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  return {
    files: diskStore(folder),
    folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

const kinds: [string, () => Promise<Opened>][] = [
  ['disk', onDisk],
  ['S3', s3Server],
]

describe.each(kinds)('a store on %s', (_kind, open) => {
  test('stores a file, returns its size and time, and reads it whole or in part', async () => {
    await using at = await open()
    const bytes = Buffer.from('0123456789'.repeat(1000))
    await at.files.put('objects/a/1', bytes, 'text/plain')
    expect(await at.files.read('objects/a/1')).toEqual(bytes)
    const found = await at.files.find('objects/a/1')
    expect(found).toMatchObject({ name: 'objects/a/1', sizeBytes: bytes.length })
    expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
    expect(await textOf(await at.files.stream('objects/a/1'))).toBe(bytes.toString())
    expect(await textOf(await at.files.stream('objects/a/1', { first: 9, end: 12 }))).toBe('901')
    expect(await textOf(await at.files.stream('objects/a/1', { first: 4, end: 4 }))).toBe('')
  })

  test('returns null for a missing file', async () => {
    await using at = await open()
    expect(await at.files.read('objects/none')).toBeNull()
    expect(await at.files.stream('objects/none')).toBeNull()
    expect(await at.files.find('objects/none')).toBeNull()
    await at.files.remove(['objects/none', 'none'])
  })

  test('stores a stream of any length, and returns its hash', async () => {
    await using at = await open()
    for (const [name, chunks] of [
      ['small', ['a', 'bc', '']],
      ['none', []],
    ] as const) {
      const about = { type: 'text/plain', mostBytes: 100 }
      const whole = chunks.join('')
      expect(await at.files.putStream(`objects/${name}`, streamOf(chunks), about)).toEqual({
        sizeBytes: whole.length,
        md5: createHash('md5').update(whole).digest('hex'),
      })
      expect((await at.files.read(`objects/${name}`))?.toString()).toBe(whole)
    }
    const large = Buffer.alloc(9_000_000, 'x')
    const put = at.files.putStream('objects/large', pieces(large), { type: 'a/b', mostBytes: 9_000_000 })
    expect((await put).sizeBytes).toBe(9_000_000)
    expect((await at.files.read('objects/large'))?.equals(large)).toBe(true)
  })

  test('stores nothing of a stream that is too long or breaks off', async () => {
    await using at = await open()
    const large = Buffer.alloc(9_000_000, 'x')
    const tooLong = at.files.putStream('objects/long', pieces(large), { type: 'a/b', mostBytes: 8_999_999 })
    await expect(tooLong).rejects.toMatchObject({ code: 'EntityTooLarge' })
    async function* broken() {
      yield* pieces(large)
      throw new Error('gone')
    }
    const cut = at.files.putStream('objects/cut', broken(), { type: 'a/b', mostBytes: 10_000_000 })
    await expect(cut).rejects.toThrow('gone')
    expect(await namesOf(at.files, '')).toEqual([])
  })

  test('lists by a prefix of names, and removes the named files', async () => {
    await using at = await open()
    const names = ['objects/a/1', 'objects/a/2', 'objects/b/1', 'renditions/a/1/160.webp', 'renditions/a/12/160.webp']
    for (const name of names) await at.files.put(name, Buffer.from(name), 'text/plain')
    expect(await namesOf(at.files, '')).toEqual(names)
    expect(await namesOf(at.files, 'objects/')).toEqual(names.slice(0, 3))
    expect(await namesOf(at.files, 'renditions/a/1/')).toEqual(['renditions/a/1/160.webp'])
    expect(await namesOf(at.files, 'objects/a/2')).toEqual(['objects/a/2'])
    expect(await namesOf(at.files, 'other/')).toEqual([])
    await at.files.remove(names.slice(0, 3))
    expect(await namesOf(at.files, '')).toEqual(names.slice(3))
  })

  test('refuses a name that could lead out of the folder', async () => {
    await using at = await open()
    for (const name of ['../a', 'a/../b', 'a//b', '/a', 'a/', '', '.', 'a/./b', 'a b', 'a\\b', 'a\0', 'a%2fb', 'é']) {
      await expect(async () => at.files.put(name, Buffer.from(''), 'a/b')).rejects.toThrow('No file may be called')
      await expect(async () => at.files.read(name)).rejects.toThrow('No file may be called')
    }
  })
})

test('on disk, an emptied folder is removed, and a concurrent write to it succeeds', async () => {
  await using at = await onDisk()
  await at.files.put('objects/a/1', Buffer.from('1'), 'a/b')
  await at.files.remove(['objects/a/1'])
  expect(await readdir(at.folder)).toEqual(['tmp'])
  for (let round = 0; round < 50; round += 1) {
    await at.files.put('objects/a/1', Buffer.from('1'), 'a/b')
    const put = at.files.put('objects/a/2', Buffer.from('2'), 'a/b')
    await Promise.all([at.files.remove(['objects/a/1']), put])
    expect(await namesOf(at.files, 'objects/')).toEqual(['objects/a/2'])
    await at.files.remove(['objects/a/2'])
  }
})

test('on disk, a write succeeds while its empty folder is removed again and again', async () => {
  await using at = await onDisk()
  let writing = true
  const sweep = async () => {
    while (writing) {
      for (const folder of ['objects/a', 'objects']) await rmdir(join(at.folder, folder)).catch(() => undefined)
    }
  }
  const sweeps = [sweep(), sweep()]
  const write = async (name: string) => {
    for (let round = 0; round < 300; round += 1) {
      await at.files.put(name, Buffer.from('1'), 'a/b')
      await at.files.remove([name])
    }
  }
  await Promise.all(['objects/a/1', 'objects/a/2'].map(write)).finally(() => {
    writing = false
  })
  await Promise.all(sweeps)
  expect(await namesOf(at.files, '')).toEqual([])
})

test('on disk, old unfinished writes are swept', async () => {
  await using at = await onDisk()
  await at.files.put('objects/a/1', Buffer.from('1'), 'a/b')
  for (const name of ['old', 'new']) await writeFile(join(at.folder, 'tmp', name), 'half')
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await utimes(join(at.folder, 'tmp', 'old'), anHourAgo, new Date(anHourAgo.getTime() - 1000))
  expect(await at.files.sweepUnfinished(anHourAgo)).toBe(1)
  expect(await readdir(join(at.folder, 'tmp'))).toEqual(['new'])
})

async function namesOf(files: FileStore, prefix: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of files.list(prefix)) names.push(name)
  return names.sort()
}

async function textOf(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()
}

async function* streamOf(chunks: readonly string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
}
