import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#infrastructure/log.ts'
import type { StoredObject } from '../serving/stored-object.ts'
import { renderPicture } from './image-process.ts'
import { isWorking, oneAtATime } from './one-at-a-time.ts'
import type { Rendering } from './rendering.ts'

type Derivative = { bytes: Buffer; type: string; etag: string }

export type Derivatives = {
  /** The picture as asked for: from disk, else made now, once for all who ask. AVIF that is not there yet: as WebP. */
  get(object: StoredObject, rendering: Rendering, options: { mayFallBack: boolean }): Promise<Derivative>
  /** Makes one in quiet moments, if it is not there. */
  makeLater(object: StoredObject, rendering: Rendering): void
  /** Ends the quiet work; what is being made is finished. */
  stop(): Promise<void>
}

/** Pictures in the sizes pages ask for, kept under `dataDir/cache/images`; losing that folder loses nothing. */
export function openDerivatives({ dataDir, log }: { dataDir: string; log: Log }): Derivatives {
  const folder = resolve(dataDir, 'cache', 'images')
  const making = new Map<string, Promise<Buffer>>()
  const later = new Map<string, () => Promise<unknown>>()
  let quietWork: Promise<void> | null = null
  const stopping = new AbortController()

  function make(object: StoredObject, rendering: Rendering, path: string): Promise<Buffer> {
    const known = making.get(path)
    if (known) return known
    const made = oneAtATime(async () => {
      const bytes = await renderPicture(object.path, rendering)
      if (rendering.isUsual) await keep(path, bytes)
      return bytes
    }).finally(() => making.delete(path))
    making.set(path, made)
    return made
  }

  async function find(object: StoredObject, rendering: Rendering): Promise<Derivative | null> {
    const name = nameOf(object, rendering)
    const bytes = rendering.isUsual ? await readIfThere(join(folder, name)) : null
    return bytes && derivative(bytes, rendering, name)
  }

  /** Ends early when the program stops, which is the only thing that can go wrong with it. */
  function rest(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  /** One after another, each followed by a rest as long as the work, and never before somebody who waits. */
  async function workQuietly() {
    for (const [path, work] of later) {
      while (isWorking() && !stopping.signal.aborted) await rest(200)
      if (stopping.signal.aborted) return
      const began = Date.now()
      await work().catch((error: unknown) => log.warn({ error }, 'a picture could not be made ahead of time'))
      later.delete(path)
      await rest(Math.min(5_000, Date.now() - began))
    }
  }

  function makeLater(object: StoredObject, rendering: Rendering) {
    const path = join(folder, nameOf(object, rendering))
    if (stopping.signal.aborted || later.has(path) || later.size >= 1000) return
    later.set(path, async () => (await readIfThere(path)) ?? make(object, rendering, path))
    quietWork ??= workQuietly().finally(() => {
      quietWork = null
    })
  }

  return {
    async get(object, rendering, { mayFallBack }) {
      const there = await find(object, rendering)
      if (there) return there
      if (rendering.format === 'avif' && mayFallBack) {
        if (rendering.isUsual) makeLater(object, rendering)
        return this.get(object, { ...rendering, format: 'webp' }, { mayFallBack })
      }
      const name = nameOf(object, rendering)
      return derivative(await make(object, rendering, join(folder, name)), rendering, name)
    },
    makeLater,
    async stop() {
      stopping.abort()
      await quietWork
    },
  }
}

/** The name says of what and how, so a changed original never meets an old picture. */
function nameOf({ bucket, key, version }: StoredObject, rendering: Rendering): string {
  const { width, height, resize, quality, format } = rendering
  const hash = createHash('sha256')
    .update(JSON.stringify([bucket, key, version, width, height, resize, quality, format]))
    .digest('hex')
  return join(hash.slice(0, 2), `${hash.slice(2, 40)}.${format}`)
}

function derivative(bytes: Buffer, { format }: Rendering, name: string): Derivative {
  return { bytes, type: `image/${format}`, etag: `"${name.slice(3, 35)}"` }
}

/** Written beside and renamed: nobody ever reads half a picture. */
async function keep(path: string, bytes: Buffer) {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, bytes)
  await rename(unfinished, path)
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
