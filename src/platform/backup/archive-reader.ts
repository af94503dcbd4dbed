import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { extract } from 'tar-stream'

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
