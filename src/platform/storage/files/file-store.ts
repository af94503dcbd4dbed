import { createHash } from 'node:crypto'

/** The size and time of a stored file. */
export type StoredFile = { name: string; sizeBytes: number; modifiedAt: Date }

/**
 * Stores the bytes of objects and of their renditions: in a folder, or in a bucket of an S3 service. A name is one or
 * more parts of `A-Za-z0-9._-` separated by slashes, made by the program and never by a caller. Files are never
 * overwritten: a replaced object gets a new name, and then its row changes.
 */
export type FileStore = {
  readonly kind: 'disk' | 's3'
  /** Durable when it resolves; the file is complete or absent. */
  put(name: string, content: Buffer, type: string): Promise<void>
  /** As `put`, from a stream; refuses EntityTooLarge as soon as it is longer than `mostBytes`, and leaves nothing. */
  putStream(
    name: string,
    content: AsyncIterable<Uint8Array>,
    about: { type: string; mostBytes: number },
  ): Promise<{ sizeBytes: number; md5: string }>
  /** The whole file, or null when there is none. */
  read(name: string): Promise<Buffer | null>
  /** Bytes from `first` to before `end`, as a stream; null when there is no file. */
  stream(name: string, range?: { first: number; end: number }): Promise<ReadableStream<Uint8Array> | null>
  find(name: string): Promise<StoredFile | null>
  /** A missing file is not an error. */
  remove(names: readonly string[]): Promise<void>
  /** Every file whose name has this prefix, in any order. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Removes unfinished writes that began before then, and returns their number. */
  sweepUnfinished(before: Date): Promise<number>
}

/** The file name of an object's original bytes. */
export function originalName({ id, version }: { id: string; version: string }): string {
  return `objects/${id}/${version}`
}

/** The file name of a rendition: 'clean' is the whole image without its metadata, 'card' the crop for links, a number a width. */
export function renditionName(
  { id, version }: { id: string; version: string },
  step: number | 'clean' | 'card',
  format: string,
): string {
  return `renditions/${id}/${version}/${step}.${format}`
}

/** Passes the chunks on, and to `hash`. */
export async function* hashed<Chunk>(chunks: AsyncIterable<Chunk>, hash: { update(chunk: Chunk): unknown }) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

/** Stores a file, reads it again, and throws unless it is the same. */
export async function storeCompared(
  files: FileStore,
  name: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const [sent, stored] = [createHash('sha256'), createHash('sha256')]
  const about = { type: 'application/octet-stream', mostBytes: Number.POSITIVE_INFINITY }
  const { sizeBytes } = await files.putStream(name, hashed(content, sent), about)
  for await (const chunk of (await files.stream(name)) ?? []) stored.update(chunk)
  const sha256 = sent.digest('hex')
  if (stored.digest('hex') !== sha256) throw new Error(`The file ${name} was not stored as it was sent`)
  return { sizeBytes, sha256 }
}

/** The S3 service does not respond, or responds with a server error. A retry may succeed later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

const form = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/

/** Throws for a name that the program never makes: no caller's text may become a file name. */
export function checkFileName(name: string): string {
  const isPlain = form.test(name) && name.length <= 512 && !name.split('/').some((part) => /^\.+$/.test(part))
  if (!isPlain) throw new Error(`No file may be called ${JSON.stringify(name.slice(0, 100))}`)
  return name
}
