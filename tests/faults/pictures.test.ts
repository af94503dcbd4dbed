import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { diskStore } from '#platform/storage/files/disk-store.ts'
import { originalName } from '#platform/storage/files/file-store.ts'
import { preparePicture } from '#platform/storage/pictures/image-process.ts'
import { DamagedPicture } from '#platform/storage/storage-error.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { grainy, largest, mutated, randomNumbers, refusedFiles, wholeBombs } from '#tests/fixtures/hostile-pictures.ts'

type Program = {
  url: string
  key: string
  folder: string
  child: ChildProcess
  db: TestDatabase
  [Symbol.asyncDispose](): Promise<void>
}

async function startProgram(): Promise<Program> {
  const db = await testDatabase({ withQueue: true })
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const child = spawn(process.execPath, ['tests/faults/pictures-program.ts', db.connectionString, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const [url = '', key = ''] = String(line).trim().split(' ')
  return {
    url: `${url}/storage/v1`,
    key,
    folder,
    child,
    db,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await db[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function upload({ url, key }: Program, name: string, bytes: Buffer): Promise<Response> {
  return fetch(`${url}/object/product-images/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
}

function residentMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** The growth of the program's peak memory during `work`, and the longest delay of an image, in ms. */
async function watched(program: Program, shown: string, work: () => Promise<unknown>) {
  const pid = program.child.pid ?? 0
  const before = residentMib(pid)
  const seen = { mib: 0, longestMs: 0, shown: 0 }
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      seen.mib = Math.max(seen.mib, residentMib(pid) - before)
      const began = performance.now()
      const response = await fetch(shown)
      expect(response.status).toBe(200)
      await response.arrayBuffer()
      seen.longestMs = Math.max(seen.longestMs, performance.now() - began)
      seen.shown += 1
      await pause(20)
    }
  })()
  await work().finally(() => {
    isRunning = false
  })
  await watching
  return seen
}

test('fifty decompression bombs at once take little memory, and other requests are served meanwhile', {
  tags: ['S28'],
  timeout: 300_000,
}, async () => {
  await using program = await startProgram()
  const shown = `${randomUUID()}.jpg`
  expect((await upload(program, shown, await grainy(1_200, 900).jpeg().toBuffer())).status).toBe(200)
  const address = `${program.url}/render/image/public/product-images/${shown}?width=800&format=webp`
  expect((await fetch(address)).status).toBe(200)
  const bombs = await wholeBombs()
  const refused = await watched(program, address, () =>
    Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const bomb = bombs[index % bombs.length] ?? Buffer.alloc(0)
        const response = await upload(program, `${randomUUID()}.jpg`, bomb)
        const { code } = await response.json()
        expect(['ImageTooLarge', 'InvalidMimeType']).toContain(code)
      }),
    ),
  )
  expect(refused.mib).toBeLessThan(150)
  expect(refused.longestMs).toBeLessThan(2_000)
  // Several of the largest accepted images at once: another process uses the memory for them.
  const pictures = await largest()
  const taken = await watched(program, address, () =>
    Promise.all(
      pictures.map(async (bytes) => {
        const response = (await (await upload(program, `${randomUUID()}.jpg`, bytes)).json()) as Record<string, string>
        // A busy machine may answer SlowDown.
        expect(response.Key ?? response.code).toMatch(/^product-images\/|^SlowDown$/)
      }),
    ),
  )
  expect(taken.mib).toBeLessThan(150)
  expect(taken.longestMs).toBeLessThan(2_000)
})

test('each of thousands of broken pictures is refused, or served complete in one of the four types', {
  tags: ['S27'],
  timeout: 600_000,
}, async () => {
  const random = randomNumbers(2_026)
  const originals = await Promise.all([
    grainy(96, 64).jpeg().toBuffer(),
    grainy(96, 64).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    grainy(96, 64).png({ progressive: true }).toBuffer(),
    grainy(96, 64).png({ palette: true }).toBuffer(),
    grainy(96, 64).webp().toBuffer(),
    grainy(96, 64).webp({ lossless: true }).toBuffer(),
    grainy(96, 64).avif({ effort: 0 }).toBuffer(),
    ...Object.values(await refusedFiles()).filter((bytes) => bytes.length > 8),
  ])
  let taken = 0
  for (let times = 0; times < 4_000; times += 1) {
    const original = originals[times % originals.length] ?? Buffer.alloc(0)
    const prepared = await preparePicture(mutated(original, random)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(DamagedPicture)
      return null
    })
    if (!prepared) continue
    taken += 1
    expect(prepared.type).toMatch(/^image\/(jpeg|png|webp|avif)$/)
    for (const { bytes } of prepared.renditions) await sharp(bytes, { failOn: 'warning' }).stats()
  }
  expect(taken).toBeGreaterThan(100)
})

test('while the decoding process is killed repeatedly uploads are stored completely or refused', async () => {
  await using program = await startProgram()
  const bytes = await grainy(1_600, 1_200).jpeg().toBuffer()
  let isRunning = true
  const killing = (async () => {
    while (isRunning) {
      await pause(300)
      killDecoder(program.child.pid ?? 0)
    }
  })()
  const names = Array.from({ length: 20 }, () => `${randomUUID()}.jpg`)
  const stored: string[] = []
  for (const name of names) if ((await upload(program, name, bytes)).status === 200) stored.push(name)
  isRunning = false
  await killing
  for (const name of names) {
    const whole = await fetch(`${program.url}/object/public/product-images/${name}`)
    const small = await fetch(`${program.url}/render/image/public/product-images/${name}?width=1600&format=webp`)
    const status = stored.includes(name) ? 200 : 400
    expect([whole.status, small.status]).toEqual([status, status])
    if (status === 200) await sharp(Buffer.from(await small.arrayBuffer()), { failOn: 'warning' }).stats()
  }
  expect((await upload(program, `${randomUUID()}.jpg`, bytes)).status).toBe(200)
})

test('a job prepares pictures that were stored without renditions, then their AVIF versions', async () => {
  await using program = await startProgram()
  const files = diskStore(program.folder)
  const key = `${randomUUID()}.jpg`
  const object = { id: randomUUID(), version: randomUUID() }
  await files.put(originalName(object), await grainy(600, 400).jpeg().toBuffer(), 'image/jpeg')
  const picture = { type: 'image/jpeg', width: 600, height: 400, blur: '' }
  await program.db.asService((tx) =>
    sql`insert into storage.objects (id, bucket_id, name, version, picture)
      values (${object.id}, 'product-images', ${key}, ${object.version}, ${JSON.stringify(picture)})`.execute(tx),
  )
  const made = async () => {
    const names: string[] = []
    for await (const { name } of files.list(`renditions/${object.id}/`)) names.push(name.split('/').at(-1) ?? '')
    return names.sort()
  }
  const ladder = ['160.webp', '320.avif', '320.webp', '480.avif', '480.webp', '640.avif', '640.webp', 'clean.jpeg']
  await expect.poll(made, { timeout: 60_000, interval: 250 }).toEqual(ladder)
  const address = `${program.url}/render/image/public/product-images/${key}?width=480&quality=75`
  const type = async () => (await fetch(address, { headers: { accept: 'image/avif' } })).headers.get('content-type')
  await expect.poll(type, { timeout: 10_000 }).toBe('image/avif')
})

test('no URL reads anything except an object', { tags: ['S31'] }, async () => {
  await using program = await startProgram()
  const pieces = [
    '..',
    '.',
    '%2e%2e',
    '..%2f',
    '%2f',
    '%5c',
    '\\',
    '/',
    '//',
    '..;',
    '%00',
    'objects',
    'renditions',
    'etc',
  ]
  const part = fc.constantFrom(...pieces, 'passwd', '%252e%252e', '%c0%ae', '%', '~', '*', '?width=1', 'product-images')
  const endpoints = ['object/public/product-images', 'render/image/public/product-images', 'object/public', 'object']
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...endpoints),
      async (parts, endpoint) => {
        const response = await fetch(`${program.url}/${endpoint}/${parts.join(parts.length % 2 ? '/' : '')}`)
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect(response.status).toBeLessThan(500)
      },
    ),
    { numRuns: 5_000 },
  )
})

/** The program's decoding child process, if there is one. */
function killDecoder(parent: number): void {
  try {
    const found = execFileSync('pgrep', ['-P', `${parent}`, '-f', 'image-worker'], { encoding: 'utf8' })
    for (const pid of found.trim().split('\n')) process.kill(Number(pid), 'SIGKILL')
  } catch {
    // There is no child process, or it has exited.
  }
}
