import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { pack } from 'tar-stream'

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
  else yield* await encrypt(key, compressed)
  await done
}

async function encrypt(key: string, bytes: Readable): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(key)
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  return encrypter.encrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
}

function ended(entry: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve, reject) => {
    entry.on('error', reject)
    entry.on('close', () => resolve())
  })
}
