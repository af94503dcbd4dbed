import { createHash } from 'node:crypto'
import { RestoreRefused, requireNoFiles } from '../backup/restore-database.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { ownersMark } from '../storage/files/own-files.ts'

/** What was copied and compared so far: files are never overwritten, so none is copied twice. */
export type CopiedFiles = { names: Set<string>; bytes: number }

/** Refuses a store with the files of another shop. One with files of this shop is that of a copy which goes on. */
export async function requireOwnStore(from: FileStore, to: FileStore): Promise<void> {
  const theirs = await to.read(ownersMark)
  if (theirs === null) return requireNoFiles(to)
  if (!theirs.equals((await from.read(ownersMark)) ?? Buffer.alloc(0)))
    throw new RestoreRefused('The new picture store contains the pictures of another shop')
}

/** Copies every file that `copied` does not name, and reads each again from the new store to compare its bytes. */
export async function copyFiles(from: FileStore, to: FileStore, copied: CopiedFiles): Promise<void> {
  // Not empty from the first picture on: an interrupted copy is recognised by the mark.
  if (!copied.names.has(ownersMark)) await copyFile(from, to, ownersMark, copied)
  for await (const { name } of from.list('')) {
    if (!copied.names.has(name)) await copyFile(from, to, name, copied)
  }
}

async function copyFile(from: FileStore, to: FileStore, name: string, copied: CopiedFiles): Promise<void> {
  const bytes = await from.stream(name)
  // Removed since it was listed.
  if (!bytes) return
  const about = { type: 'application/octet-stream', mostBytes: Number.POSITIVE_INFINITY }
  const { md5, sizeBytes } = await to.putStream(name, bytes, about)
  const written = await to.stream(name)
  if (!written || (await md5Of(written)) !== md5) throw new Error(`${name} is not the same in the new picture store`)
  copied.names.add(name)
  copied.bytes += sizeBytes
}

async function md5Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('md5')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
