import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import { type Bucket, checkSize, checkType, findBucket, limitOf, type StorageDeps } from '../buckets/bucket.ts'
import { type FileStore, originalName, renditionName } from '../files/file-store.ts'
import { keyOf } from '../object-key.ts'
import { preparePicture } from '../pictures/image-process.ts'
import type { PreparedPicture } from '../pictures/image-work.ts'
import { makeAvifJob } from '../pictures/make-avif.ts'
import { type Caller, ownerOf } from '../request.ts'
import {
  alreadyExists,
  bucketFull,
  DamagedPicture,
  isBucketFull,
  OversizedPicture,
  tooManyPixels,
  wrongType,
} from '../storage-error.ts'
import { checkDeclaredLength, collect, openUpload, type UploadBody } from './upload-body.ts'

type Facts = { type: string; width: number; height: number; blur: string }
/** Stored bytes that no row refers to yet. */
type Stored = {
  id: string
  version: string
  type: string
  sizeBytes: number
  /** The size of the upload, which counts towards a quota. */
  originalBytes: number
  md5: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
  picture: Facts | null
}

type UploadTarget = { bucket: Bucket; encodedKey: string; upsert: boolean; owner: string | null }

/**
 * Takes an upload: checks in the protocol's order (declared size, type, name, row-level security), then the body is read
 * and counted, and only when its bytes are durable a row makes it an object. Returns its id and name.
 */
export async function receiveUpload(
  deps: StorageDeps,
  caller: Caller,
  request: Request,
  { bucket, encodedKey, ...about }: UploadTarget,
): Promise<{ id: string; name: string }> {
  checkDeclaredLength(request, limitOf(bucket))
  const incoming = await openUpload(request)
  checkType(deps, bucket, incoming.type)
  const place = { bucket: bucket.id, key: keyOf(encodedKey), ...about }
  const id = await authorizeUpload(deps.db, caller, place)
  const stored = await storeUpload(deps, bucket, id, incoming)
  return { id: await saveObject(deps, place, stored), name: `${bucket.id}/${place.key}` }
}

/**
 * Reads an upload to its end and stores its bytes: in an image bucket with the renditions that pages need. No row
 * refers to them yet. An upload that is too large, no image or cut off stores nothing.
 */
async function storeUpload(
  { files, pictureBuckets }: Pick<StorageDeps, 'files' | 'pictureBuckets'>,
  bucket: Bucket,
  id: string,
  { content, ...about }: UploadBody,
): Promise<Stored> {
  const version = randomUUID()
  const place = { id, version }
  const { cacheControl, userMetadata } = about
  if (pictureBuckets.has(bucket.id)) {
    const bytes = await collect(content, limitOf(bucket))
    faultPoint('upload.received')
    const prepared = await preparePicture(bytes).catch(refuseDamaged)
    return putPicture(files, place, { bytes, prepared, cacheControl, userMetadata })
  }
  const storedFile = await files.putStream(originalName(place), content, {
    type: about.type,
    mostBytes: limitOf(bucket),
  })
  faultPoint('upload.stored')
  const originalBytes = storedFile.sizeBytes
  return { ...place, ...storedFile, originalBytes, type: about.type, cacheControl, userMetadata, picture: null }
}

type Picture = Pick<Stored, 'cacheControl' | 'userMetadata'> & { bytes: Buffer; prepared: PreparedPicture }

async function putPicture(files: FileStore, place: Version, { bytes, prepared, ...about }: Picture): Promise<Stored> {
  const { type, width, height, blur, renditions } = prepared
  const clean = renditions.find(({ step }) => step === 'clean')?.bytes ?? bytes
  await files.put(originalName(place), bytes, type)
  for (const made of renditions) {
    await files.put(renditionName(place, made.step, made.format), made.bytes, `image/${made.format}`)
  }
  faultPoint('upload.stored')
  const md5 = createHash('md5').update(clean).digest('hex')
  const picture = { type, width, height, blur }
  const sizes = { sizeBytes: clean.length, originalBytes: bytes.length }
  return { ...place, ...sizes, ...about, type, md5, picture }
}

/**
 * Stores a picture that the program got itself, by the rules of an upload and after all pictures of requests. Of a file
 * larger than the bucket's limit its clean rendition is kept. Refuses InvalidMimeType, ImageTooLarge and EntityTooLarge.
 */
export async function storePicture(
  deps: StorageDeps,
  { bucketId, name }: { bucketId: string; name: string },
  bytes: Buffer,
): Promise<void> {
  const bucket = await findBucket(deps.db, bucketId)
  const prepared = await preparePicture(bytes, { isQuiet: true }).catch(refuseDamaged)
  const clean = prepared.renditions.find(({ step }) => step === 'clean')?.bytes ?? bytes
  const kept = bytes.length > limitOf(bucket) ? clean : bytes
  checkSize(bucket, kept.length)
  const about = { cacheControl: 'max-age=31536000', userMetadata: null }
  const stored = await putPicture(
    deps.files,
    { id: randomUUID(), version: randomUUID() },
    { bytes: kept, prepared, ...about },
  )
  await saveObject(deps, { bucket: bucketId, key: name, upsert: false, owner: null }, stored)
}

/**
 * Writes the row that makes stored bytes an object, with the job that makes its AVIF. When another upload took the name
 * meanwhile it refuses ResourceAlreadyExists, or with `upsert` replaces that object. Refuses EntityTooLarge beyond the
 * bucket's quota. Returns the object's id.
 */
export async function saveObject(
  { db, files, queue }: StorageDeps,
  place: Place & { owner: string | null },
  stored: Stored,
): Promise<string> {
  for (let at = stored; ; ) {
    const row = at
    const id = await db
      .asService(async (tx) => {
        const written = await writeRow(tx, place, row)
        if (written === row.id && row.picture) await queue.enqueue(tx, makeAvifJob, row.id)
        return written
      })
      .catch(async (error: unknown) => {
        // After other errors the row may exist: the sweep removes the files if it does not.
        if (isDuplicate(error) || isBucketFull(error)) await removeFiles(files, row)
        throw isBucketFull(error) ? bucketFull() : error
      })
    if (id === row.id) {
      faultPoint('upload.row-written')
      return id
    }
    // File names contain the object's id: an object that took the name meanwhile has another id.
    const moved = { ...row, id }
    await copyFiles(files, row, moved)
    await removeFiles(files, row)
    at = moved
  }
}

/** The id of the written row, or, when nothing was written, of the object that has the name. */
async function writeRow(tx: Tx, { bucket, key, upsert, owner }: Place & { owner: string | null }, stored: Stored) {
  const { id, version, originalBytes, userMetadata, picture } = stored
  const replacing = upsert
    ? sql`on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner,
        metadata = excluded.metadata, original_bytes = excluded.original_bytes, user_metadata = excluded.user_metadata,
        picture = excluded.picture, updated_at = now(), last_accessed_at = now() where objects.id = excluded.id`
    : sql``
  const { rows } = await sql<{ id: string }>`insert into storage.objects as objects
      (id, bucket_id, name, owner, version, metadata, original_bytes, user_metadata, picture)
    values (${id}, ${bucket}, ${key}, ${owner}, ${version}, ${JSON.stringify(metadataOf(stored))}::jsonb,
      ${originalBytes}, ${userMetadata && JSON.stringify(userMetadata)}::jsonb, ${picture && JSON.stringify(picture)}::jsonb)
    ${replacing} returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  const other = await sql<{ id: string }>`select id from storage.objects
    where bucket_id = ${bucket} and name = ${key}`.execute(tx)
  if (!other.rows[0]) throw alreadyExists()
  return other.rows[0].id
}

/** The metadata in the protocol's form; for an image it describes the clean rendition, which is what is served. */
function metadataOf({ type, sizeBytes, md5, cacheControl }: Stored) {
  return {
    eTag: `"${md5}"`,
    size: sizeBytes,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: sizeBytes,
    httpStatusCode: 200,
  }
}

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

function refuseDamaged(error: unknown): never {
  if (error instanceof OversizedPicture) throw tooManyPixels()
  if (!(error instanceof DamagedPicture)) throw error
  throw wrongType('This is not a picture that can be read: it takes whole JPEG, PNG, WebP and AVIF files')
}

type Version = { id: string; version: string }

/** Every file of a version: the original and its renditions. */
async function filesOf(files: FileStore, of: Version): Promise<string[]> {
  const names = [originalName(of)]
  for await (const { name } of files.list(`renditions/${of.id}/${of.version}/`)) names.push(name)
  return names
}

/** Copies the files of a version to another object or version. */
export async function copyFiles(files: FileStore, from: Version, to: Version): Promise<void> {
  for (const name of await filesOf(files, from)) {
    const content = await files.stream(name)
    // A missing rendition can be made again; a missing original is an error.
    if (!content && name !== originalName(from)) continue
    if (!content) throw new Error(`The file ${name} is missing`)
    const target = name.replace(`${from.id}/${from.version}`, `${to.id}/${to.version}`)
    const about = { type: 'application/octet-stream', mostBytes: Number.POSITIVE_INFINITY }
    await files.putStream(target, content, about)
  }
}

async function removeFiles(files: FileStore, of: Version): Promise<void> {
  await files.remove(await filesOf(files, of))
}

/** The target of an upload: `upsert` replaces an object of that name. */
type Place = { bucket: string; key: string; upsert: boolean }

class Allowed extends Error {
  readonly id: string | undefined

  constructor(id: string | undefined) {
    super('allowed')
    this.id = id
  }
}

/**
 * Checks with row-level security whether the caller may write an object, by writing and rolling back before the body is
 * read. Returns the id of the object to replace, or a new one. Refuses AccessDenied, and ResourceAlreadyExists for an
 * object that may not be replaced.
 */
export async function authorizeUpload(db: Db, caller: Caller, { bucket, key, upsert }: Place): Promise<string> {
  const replacing = upsert ? sql`on conflict (bucket_id, name) do update set updated_at = now()` : sql``
  try {
    return await db.as(
      caller.claims,
      async (tx) => {
        const { rows } = await sql<{ id: string }>`insert into storage.objects (bucket_id, name, owner)
          values (${bucket}, ${key}, ${ownerOf(caller)}) ${replacing} returning id`.execute(tx)
        throw new Allowed(rows[0]?.id)
      },
      caller.context,
    )
  } catch (error) {
    if (error instanceof Allowed && error.id) return error.id
    throw error
  }
}
