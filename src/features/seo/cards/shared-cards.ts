import { createHash } from 'node:crypto'
import type { Log } from '#platform/log.ts'
import type { FileStore } from '#platform/storage/files/file-store.ts'
import { createByteCache } from '#platform/storage/pictures/byte-cache.ts'
import { drawPicture } from '#platform/storage/pictures/image-process.ts'
import { oneAtATime } from '#platform/storage/pictures/one-at-a-time.ts'
import type { Renditions } from '#platform/storage/pictures/renditions.ts'
import type { ServedObject, ServedObjects } from '#platform/storage/serving/served-objects.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import type { CardRequest } from './shared-picture.ts'

export type SharedCards = {
  /** The card as a JPEG: from memory, else from the store, else drawn once for all simultaneous requests. */
  get(request: CardRequest): Promise<{ bytes: Buffer; etag: string }>
}

const mostBytes = 8 * 1024 * 1024
export const sharedFolder = 'sharing/'

/** Refuses DamagedPicture, and StorageError 429 when too many images wait. A missing photograph is left out. */
export function openSharedCards({
  files,
  renditions,
  objects,
  log,
}: {
  files: FileStore
  renditions: Pick<Renditions, 'clean'>
  objects: Pick<ServedObjects, 'findPublic'>
  log: Log
}): SharedCards {
  const memory = createByteCache({ mostBytes })
  const pending = new Map<string, Promise<Buffer>>()

  async function photographOf(object: ServedObject | null): Promise<Buffer | null> {
    if (!object?.picture) return null
    try {
      return (await renditions.clean({ ...object, picture: object.picture })).bytes
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function make(name: string, { card }: CardRequest, object: ServedObject | null): Promise<Buffer> {
    const stored = await files.read(name)
    if (stored) return stored
    const photograph = await photographOf(object)
    // 0.2 s of one core.
    const bytes = await oneAtATime(() => drawPicture('card', card, photograph))
    // If the card cannot be stored, it is served all the same, and drawn again at the next request.
    await files
      .put(name, bytes, 'image/jpeg')
      .catch((error: unknown) => log.warn({ error }, 'a card that was drawn could not be kept'))
    return bytes
  }

  return {
    async get(request) {
      const object = request.photograph === null ? null : await findStored(objects, request.photograph)
      const etag = nameOf(request, object)
      const name = `${sharedFolder}${etag}.jpg`
      let bytes = memory.get(name)
      if (!bytes) {
        const started = pending.get(name) ?? make(name, request, object).finally(() => pending.delete(name))
        pending.set(name, started)
        bytes = await started
        memory.store(name, bytes)
      }
      return { bytes, etag }
    },
  }
}

/** A photograph replaced under its name gives another name too. */
function nameOf({ version }: CardRequest, object: ServedObject | null): string {
  const of = object ? `${version} ${object.id} ${object.version}` : version
  return createHash('sha256').update(of).digest('hex').slice(0, 32)
}

async function findStored(objects: Pick<ServedObjects, 'findPublic'>, url: string): Promise<ServedObject | null> {
  const [, bucket = '', path = ''] = /\/object\/public\/([^/]+)\/(.+)$/.exec(url) ?? []
  try {
    return await objects.findPublic(bucket, path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof StorageError && error.statusCode === 404
}
