import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { tooLarge } from '../storage-error.ts'
import { checkFileName, type FileStore, type StoredFile } from './file-store.ts'

/** On the same disk as the files, so that a rename copies nothing. */
const unfinished = 'tmp'

/**
 * Files in a folder. A file is written and synced under a temporary name, renamed, and its folder synced before `put`
 * returns: after a power cut it is complete or absent. `mode`: who may read the files.
 */
export function diskStore(folder: string, { mode = 0o666 } = {}): FileStore {
  const root = resolve(folder)
  const pathOf = (name: string) => join(root, checkFileName(name))

  async function write<T>(name: string, fill: (file: FileHandle) => Promise<T>): Promise<T> {
    const path = pathOf(name)
    const beside = join(root, unfinished, randomUUID())
    await mkdir(join(root, unfinished), { recursive: true })
    try {
      const file = await open(beside, 'wx', mode)
      const filled = await fill(file)
        .then(async (result) => {
          await file.sync()
          return result
        })
        .finally(() => file.close())
      await moveTo(beside, path)
      return filled
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  }

  return {
    kind: 'disk',
    put: (name, content) => write(name, (file) => file.writeFile(content)),
    putStream: (name, content, { mostBytes }) => write(name, (file) => copyCounted(content, file, mostBytes)),
    read: (name) => nullIfMissing(readFile(pathOf(name))),
    async stream(name, range) {
      const file = await nullIfMissing(open(pathOf(name), 'r'))
      if (!file) return null
      if (range && range.first >= range.end) {
        await file.close()
        return new Blob([]).stream()
      }
      const part = range ? { start: range.first, end: range.end - 1 } : {}
      return Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array>
    },
    async find(name) {
      const found = await nullIfMissing(stat(pathOf(name)))
      return found?.isFile() ? { name, sizeBytes: found.size, modifiedAt: found.mtime } : null
    },
    async remove(names) {
      for (const name of names) {
        const path = pathOf(name)
        await nullIfMissing(unlink(path))
        await removeEmpty(dirname(path), root)
      }
    },
    list: (prefix) => walk(root, prefix),
    async sweepUnfinished(before) {
      const names = (await nullIfMissing(readdir(join(root, unfinished)))) ?? []
      let swept = 0
      for (const name of names) {
        const path = join(root, unfinished, name)
        const found = await nullIfMissing(stat(path))
        if (!found || found.mtime >= before) continue
        await rm(path, { force: true })
        swept += 1
      }
      return swept
    },
  }
}

async function copyCounted(content: AsyncIterable<Uint8Array>, file: FileHandle, mostBytes: number) {
  const hash = createHash('md5')
  let sizeBytes = 0
  for await (const chunk of content) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes) throw tooLarge()
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  return { sizeBytes, md5: hash.digest('hex') }
}

const mostTries = 100

/**
 * A concurrent `remove` may delete the empty folder while `mkdir` creates it or before the rename: then both are tried
 * again (`mkdir` reports a folder that disappears under it as ENOTDIR). Once renamed, the file keeps its folder from
 * being deleted.
 */
async function moveTo(from: string, to: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      const made = await mkdir(dirname(to), { recursive: true })
      await rename(from, to)
      await syncFolders(dirname(to), made)
      return
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error)) || tries >= mostTries) throw error
    }
  }
}

/** The folders with a new entry: the file's own, and the parents of new folders. One removed since has none to keep. */
async function syncFolders(folder: string, firstMade: string | undefined): Promise<void> {
  const folders = [folder]
  for (let at = folder; firstMade && at.length >= firstMade.length; at = dirname(at)) folders.push(dirname(at))
  for (const each of folders) {
    const handle = await nullIfMissing(open(each, 'r'))
    await handle?.sync().finally(() => handle.close())
  }
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let at = folder; at.length > root.length; at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'].includes(codeOf(error))) return
      throw error
    }
  }
}

async function* walk(root: string, prefix: string): AsyncIterable<StoredFile> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const entries = (await nullIfMissing(readdir(join(root, folder), { withFileTypes: true }))) ?? []
  for (const entry of entries) {
    const name = `${folder}${entry.name}`
    if (name === unfinished || !(name.startsWith(prefix) || prefix.startsWith(`${name}/`))) continue
    if (entry.isDirectory()) yield* walk(root, prefix.startsWith(`${name}/`) ? prefix : `${name}/`)
    else if (entry.isFile()) {
      const found = await nullIfMissing(stat(join(root, name)))
      if (found) yield { name, sizeBytes: found.size, modifiedAt: found.mtime }
    }
  }
}

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error))) return null
    throw error
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code)
}
