import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { type FileStore, originalName, storeCompared } from '../storage/files/file-store.ts'
import { objectKey } from '../storage/object-key.ts'
import { readPictureFacts } from '../storage/pictures/image-process.ts'
import type { PictureFacts } from '../storage/pictures/image-work.ts'
import { DamagedPicture, OversizedPicture } from '../storage/storage-error.ts'
import type { LeftOutRow } from './import-rules.ts'
import { type DumpTable, readRows } from './read-dump.ts'

type HostedObject = Record<string, string | null>
/** `systemFiles`: files that are no object of the project, since Windows or macOS made them in the folder. */
type ImportedObjects = { came: number; leftOut: LeftOutRow[]; systemFiles: string[]; written: string[] }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Imports the files of `FOLDER/storage/BUCKET`, each as an object under its name, with the id, dates and metadata that
 * the dump has of it. Every stored file is read again and compared. A picture that cannot be decoded, a name that no
 * object may have, and an object of the dump without its file are left out. `written`: the stored files, to be removed
 * if the import fails.
 */
export async function importObjects(
  client: pg.Client,
  { folder, path, table }: { folder: string; path: string; table: DumpTable | undefined },
  { files, pictureBuckets }: { files: FileStore; pictureBuckets: ReadonlySet<string> },
  written: string[],
  progress: (line: string) => void,
): Promise<ImportedObjects> {
  const expected = table ? readObjects(path, table) : new Map<string, HostedObject>()
  const { rows } = await client.query<{ id: string }>('select id from storage.buckets')
  const buckets = new Set(rows.map(({ id }) => id))
  const leftOut: LeftOutRow[] = []
  const systemFiles: string[] = []
  let came = 0
  for (const place of await listFiles(join(folder, 'storage'))) {
    const [bucket = '', ...parts] = place.split('/')
    const name = parts.join('/')
    if (!expected.has(place) && isSystemFile(place)) {
      systemFiles.push(place)
      continue
    }
    const leaveOut = (why: string) => leftOut.push({ table: 'storage.objects', key: place, why })
    const why = refusal(buckets, bucket, name)
    const known = expected.get(place)
    expected.delete(place)
    if (why !== null) {
      leaveOut(why)
      continue
    }
    if (isPlaceholder(name)) continue
    const bytes = await readFile(join(folder, 'storage', place))
    const picture = pictureBuckets.has(bucket) ? await readPicture(bytes) : null
    if (typeof picture === 'string') {
      leaveOut(picture)
      continue
    }
    const object = { id: idOf(known?.id), version: idOf(known?.version) }
    written.push(originalName(object))
    await storeCompared(files, originalName(object), Readable.from([bytes]))
    await client.query(insert, [
      object.id,
      object.version,
      bucket,
      name,
      uuid.test(known?.owner ?? '') ? known?.owner : null,
      known?.metadata ?? JSON.stringify(metadataOf(bytes, name)),
      bytes.length,
      known?.user_metadata ?? null,
      picture && JSON.stringify({ type: typeOf(name, bytes), ...picture }),
      known?.created_at ?? null,
      known?.updated_at ?? null,
      known?.last_accessed_at ?? null,
    ])
    came += 1
    if (came % 50 === 0) progress(`files: ${came}`)
  }
  for (const place of expected.keys())
    if (!isPlaceholder(place))
      leftOut.push({ table: 'storage.objects', key: place, why: 'its file is not in the folder' })
  // Triggers, which count these, are off.
  await client.query(`update storage.buckets b set used_bytes =
    coalesce((select sum(original_bytes) from storage.objects o where o.bucket_id = b.id), 0)`)
  return { came, leftOut, systemFiles, written }
}

const insert = `insert into storage.objects (id, version, bucket_id, name, owner, metadata, original_bytes, user_metadata, picture,
    created_at, updated_at, last_accessed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, now()), coalesce($11, now()), coalesce($12, now()))`

function readObjects(path: string, table: DumpTable): Map<string, HostedObject> {
  const objects = new Map<string, HostedObject>()
  for (const values of readRows(path, table)) {
    const texts = values.map((value) => (value === null ? null : Buffer.from(value, 'latin1').toString('utf8')))
    const object = Object.fromEntries(table.columns.map((name, index) => [name, texts[index] ?? null]))
    objects.set(`${object.bucket_id}/${object.name}`, object)
  }
  return objects
}

/** Files that the file managers of macOS and Windows leave in folders: views, previews, and the rest of a file's data. */
const systemNames = /^(?:\._.*|\.DS_Store|\.localized|Icon\r|Thumbs\.db|ehthumbs(?:_vista)?\.db|desktop\.ini)$/i
const systemFolders = /^(?:__MACOSX|\.Spotlight-V100|\.Trashes|\.fseventsd|\$RECYCLE\.BIN|System Volume Information)$/i

function isSystemFile(place: string): boolean {
  const folders = place.split('/')
  const name = folders.pop() ?? ''
  return systemNames.test(name) || folders.some((each) => systemFolders.test(each))
}

/** The Supabase dashboard stores an empty file in each folder, so that the folder exists. */
function isPlaceholder(name: string): boolean {
  return name.endsWith('.emptyFolderPlaceholder')
}

function refusal(buckets: ReadonlySet<string>, bucket: string, name: string): string | null {
  if (!buckets.has(bucket)) return 'this shop has no bucket of that name'
  const isName = objectKey(name.split('/').map(encodeURIComponent).join('/')) !== null
  return isName ? null : 'its name has characters that are not allowed'
}

const incomplete = 'it is not a complete JPEG, PNG, WebP or AVIF picture'

async function readPicture(bytes: Buffer): Promise<PictureFacts | string> {
  if (!typeOf('', bytes).startsWith('image/')) return incomplete
  try {
    return await readPictureFacts(bytes)
  } catch (error) {
    if (error instanceof OversizedPicture) return 'it has more than 40 megapixels'
    if (error instanceof DamagedPicture) return incomplete
    throw error
  }
}

function idOf(known: string | null | undefined): string {
  return known && uuid.test(known) ? known.toLowerCase() : randomUUID()
}

/** As an upload without further particulars. */
function metadataOf(bytes: Buffer, name: string) {
  return {
    eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    size: bytes.length,
    mimetype: typeOf(name, bytes),
    cacheControl: 'max-age=3600',
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort()
}

const types: Record<string, string> = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  json: 'application/json',
  pdf: 'application/pdf',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webm: 'video/webm',
  mp4: 'video/mp4',
}

/** The content type of a file: of a picture by its bytes, of others by the end of the name. */
function typeOf(name: string, bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 32)
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n')) return 'image/png'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp'
  if (start.slice(4, 8) === 'ftyp' && /avif|avis/.test(start.slice(8))) return 'image/avif'
  return types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}
