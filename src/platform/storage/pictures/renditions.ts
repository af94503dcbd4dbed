import { createHash } from 'node:crypto'
import type { Log } from '#platform/log.ts'
import { createByteCache } from '../byte-cache.ts'
import { type FileStore, originalName, renditionName } from '../files/file-store.ts'
import { noSuchKey, StorageError } from '../storage-error.ts'
import { preparePicture, renderPicture } from './image-process.ts'
import type { PictureType } from './image-work.ts'
import type { ImageFormat, Rendering } from './rendering.ts'

type StoredPicture = { id: string; version: string; picture: { type: PictureType } }
export type MadePicture = { bytes: Buffer; type: PictureType; etag: string }

/**
 * `by`: the client's rate-limit key; `mayMake`: whether it may cause a new rendition. Existing renditions are not
 * limited.
 */
type RenditionOptions = { by?: string; mayMake?: () => Promise<boolean>; isQuiet?: boolean }

export type Renditions = {
  /** The whole image, re-encoded, without its metadata. */
  clean(object: StoredPicture, making?: Pick<RenditionOptions, 'isQuiet'>): Promise<MadePicture>
  /** The rendition from memory, else from the store, else made now, once for all callers. */
  get(object: StoredPicture, rendering: Rendering, making?: RenditionOptions): Promise<MadePicture>
}

/** A name never changes its bytes, so cached bytes stay valid as long as the object has that version. */
const mostBytes = 24 * 1024 * 1024

/**
 * The renditions of stored images. Those of pages are stored, and made again when they are lost; others are made for
 * each request. Refuses DamagedPicture, and StorageError for a missing image or one that may not be made now.
 */
export function openRenditions({ files, log }: { files: FileStore; log: Log }): Renditions {
  const memory = createByteCache<Buffer>({ mostBytes, sizeOf: (bytes) => bytes.length })
  const making = new Map<string, { by: string | undefined; made: Promise<Buffer> }>()

  async function find(name: string, isKept: boolean): Promise<Buffer | null> {
    const known = memory.get(name)
    if (known || !isKept) return known ?? null
    const bytes = await files.read(name)
    if (bytes) memory.store(name, bytes)
    return bytes
  }

  async function store(name: string, bytes: Buffer, format: ImageFormat): Promise<void> {
    try {
      await files.put(name, bytes, `image/${format}`)
    } catch (error) {
      // The rendition is served all the same, and made again at the next request.
      log.warn({ error }, 'a picture that was made could not be kept')
    }
  }

  /**
   * Concurrent callers of a rendition share one task. If the first caller's rate limit refuses it, callers with another
   * rate-limit key try again.
   */
  async function once(name: string, options: RenditionOptions, make: () => Promise<Buffer>): Promise<Buffer> {
    const { by, mayMake } = options
    const known = making.get(name)
    if (known) {
      return known.made.catch((error: unknown) => {
        if (known.by === by || !(error instanceof TooMany)) throw error
        return once(name, options, make)
      })
    }
    const made = (async () => {
      if (mayMake && !(await mayMake())) throw new TooMany()
      return make()
    })().finally(() => making.delete(name))
    making.set(name, { by, made })
    return made
  }

  /** Makes the renditions of an upload again from its original bytes. */
  async function makeAgain(object: StoredPicture, isQuiet: boolean): Promise<Buffer> {
    const original = await files.read(originalName(object))
    if (!original) {
      log.error({ id: object.id }, 'the bytes of a stored picture are missing')
      throw noSuchKey()
    }
    const { renditions } = await preparePicture(original, { isQuiet })
    for (const { step, format, bytes } of renditions) await store(renditionName(object, step, format), bytes, format)
    const clean = renditions.find(({ step }) => step === 'clean')
    if (!clean) throw new Error('A picture was prepared without its clean one')
    return clean.bytes
  }

  async function cleanBytes(object: StoredPicture, isQuiet = false): Promise<Buffer> {
    const name = renditionName(object, 'clean', formatOf(object))
    return (await find(name, true)) ?? once(name, {}, () => makeAgain(object, isQuiet))
  }

  async function make(object: StoredPicture, rendering: Rendering, name: string, isQuiet: boolean): Promise<Buffer> {
    const clean = await cleanBytes(object, isQuiet)
    const there = await find(name, rendering.step !== null)
    if (there) return there
    const bytes = await renderPicture(clean, rendering, { isQuiet })
    memory.store(name, bytes)
    if (rendering.step !== null) await store(name, bytes, rendering.format)
    return bytes
  }

  return {
    async clean(object, { isQuiet = false } = {}) {
      const format = formatOf(object)
      return picture(await cleanBytes(object, isQuiet), format, renditionName(object, 'clean', format))
    },
    async get(object, rendering, options = {}) {
      const name = nameOf(object, rendering)
      const bytes =
        (await find(name, rendering.step !== null)) ??
        (await once(name, options, () => make(object, rendering, name, options.isQuiet ?? false)))
      return picture(bytes, rendering.format, name)
    },
  }
}

class TooMany extends StorageError {
  constructor() {
    super(429, 'Too many requests', 'SlowDown', 'You asked for many new sizes of pictures: try again in a minute')
  }
}

function formatOf({ picture }: StoredPicture): ImageFormat {
  return picture.type.replace('image/', '') as ImageFormat
}

/** The name contains version and rendering, so a replaced image never gets an old rendition. */
function nameOf(object: StoredPicture, rendering: Rendering): string {
  if (rendering.step !== null) return renditionName(object, rendering.step, rendering.format)
  const { width, height, resize, quality, format } = rendering
  return renditionName(object, 0, [width, height, resize, quality, format].join('-'))
}

function picture(bytes: Buffer, format: ImageFormat, name: string): MadePicture {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 32)
  return { bytes, type: `image/${format}`, etag: `"${hash}"` }
}
