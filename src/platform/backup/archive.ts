import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack } from 'tar-stream'

export type ArchiveEntry = { name: string; sizeBytes: number; content: AsyncIterable<Buffer> }

/** An archive that cannot be read: the key is missing or wrong, or the file is damaged. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

const ageHeader = 'age-encryption.org/v1'

/**
 * The entries of an archive of `writeArchive`, in order; each must be read, or left, before the next. `start`: the
 * bytes of the archive, once.
 */
export async function* readArchive(
  bytes: ReadableStream<Uint8Array>,
  key: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const [first, all] = await peek(bytes)
  const isEncrypted = Buffer.from(first).toString('latin1', 0, ageHeader.length) === ageHeader
  if (isEncrypted && key === undefined) throw new ArchiveError('This backup is encrypted: set BACKUP_KEY to its key')
  const plain = isEncrypted ? await decrypt(all, key ?? '') : all
  const entries = extract()
  const source = Readable.fromWeb(plain as never)
  const decompressed = createZstdDecompress()
  source.on('error', (error) => decompressed.destroy(error))
  decompressed.on('error', (error) => entries.destroy(error))
  source.pipe(decompressed).pipe(entries)
  try {
    for await (const entry of entries) {
      yield { name: entry.header.name, sizeBytes: entry.header.size ?? 0, content: entry as AsyncIterable<Buffer> }
      entry.resume()
    }
  } catch (error) {
    throw new ArchiveError(`The backup is damaged: ${(error as Error).message}`, { cause: error })
  } finally {
    source.destroy()
  }
}

async function decrypt(bytes: ReadableStream<Uint8Array>, key: string): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  try {
    return await decrypter.decrypt(bytes)
  } catch (cause) {
    throw new ArchiveError('BACKUP_KEY is not the key of this backup', { cause })
  }
}

/** The first chunk, and a stream that begins with it. */
async function peek(bytes: ReadableStream<Uint8Array>): Promise<[Uint8Array, ReadableStream<Uint8Array>]> {
  const reader = bytes.getReader()
  const { value = new Uint8Array() } = await reader.read()
  const all = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(value),
    async pull(controller) {
      const next = await reader.read()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return [value, all]
}

/**
 * 2^15: 32 MiB and a quarter of a second, in the shop's own process. age's default of 2^18 needs 256 MiB, and is meant
 * for passphrases that people remember; BACKUP_KEY is generated.
 */
const scryptWorkFactor = 15

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>
  addStream(name: string, sizeBytes: number, content: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * The bytes of an archive, written by `fill`: a tar compressed with zstd, and, where a key is given, encrypted with it
 * as age encrypts with a passphrase (https://age-encryption.org/v1). `tar --zstd` and `age -d` read it without this
 * program. Ends with the error of `fill` if that rejects, so that nothing half-written is taken for an archive.
 */
export async function* writeArchive(
  key: string | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const tar = pack()
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const flowing = pipeline(Readable.from(tar), compressed)
  const filling = fill({
    async add(name, content) {
      await ended(tar.entry({ name, mode: 0o600 }, content))
    },
    async addStream(name, sizeBytes, content) {
      const entry = tar.entry({ name, mode: 0o600, size: sizeBytes })
      const closed = ended(entry)
      for await (const chunk of content) if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), closed])
      entry.end(undefined)
      await closed
    },
  }).then(
    () => tar.finalize(),
    (error: Error) => {
      tar.destroy(error)
      throw error
    },
  )
  const done = Promise.all([filling, flowing])
  // The reader below sees the failure too; this keeps it from being unhandled meanwhile.
  done.catch((error: Error) => compressed.destroy(error))
  if (key === undefined) yield* compressed
  else yield* await encrypt(key, Readable.toWeb(compressed) as ReadableStream<Uint8Array>)
  await done
}

/** The bytes encrypted with `key`, as `writeArchive` does it. */
export async function encrypt(key: string, bytes: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(key)
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  return encrypter.encrypt(bytes)
}

function ended(entry: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve, reject) => {
    entry.on('error', reject)
    entry.on('close', () => resolve())
  })
}
