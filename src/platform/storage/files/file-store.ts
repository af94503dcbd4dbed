/** What lies under a name. */
export type StoredFile = { name: string; sizeBytes: number; modifiedAt: Date }

/**
 * Where the bytes of objects and of the pictures made of them lie: a folder, or a bucket of an S3 service. A name is one or
 * more parts of `A-Za-z0-9._-` divided by slashes, made by the program and never by a caller. Nothing is ever written over:
 * who replaces an object writes under another name and then changes the row.
 */
export type FileStore = {
  readonly kind: 'disk' | 's3'
  /** Durable when it returns; under the name lies all of it or nothing. */
  put(name: string, content: Buffer, type: string): Promise<void>
  /** Durable, as it arrives; refuses EntityTooLarge, with nothing left behind, as soon as it is longer than `mostBytes`. */
  putStream(
    name: string,
    content: AsyncIterable<Uint8Array>,
    about: { type: string; mostBytes: number },
  ): Promise<{ sizeBytes: number; md5: string }>
  /** The whole, or null for what is not there. */
  read(name: string): Promise<Buffer | null>
  /** Bytes `first` to before `end`, as a stream; null for what is not there. */
  stream(name: string, range?: { first: number; end: number }): Promise<ReadableStream<Uint8Array> | null>
  find(name: string): Promise<StoredFile | null>
  /** What is not there is no fault. */
  remove(names: readonly string[]): Promise<void>
  /** Every file whose name begins so, in any order. */
  list(prefix: string): AsyncIterable<StoredFile>
  /** Takes away what was begun before then and never finished, and says how much. Nobody ever reads it. */
  sweepUnfinished(before: Date): Promise<number>
}

/** The name an object's own bytes lie under. */
export function originalName({ id, version }: { id: string; version: string }): string {
  return `objects/${id}/${version}`
}

/** The name of a picture made of a version: 'clean' is the whole of it without its camera's notes, else a width in pixels. */
export function renditionName(
  { id, version }: { id: string; version: string },
  step: number | 'clean',
  format: string,
): string {
  return `renditions/${id}/${version}/${step}.${format}`
}

/** The service that keeps the files does not respond, or responds that it cannot work. The same call may succeed later. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
}
