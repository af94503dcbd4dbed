import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { originalName } from '../files/file-store.ts'
import type { PictureFacts } from '../pictures/image-work.ts'
import type { Storing } from '../storing.ts'

/**
 * Keeps a JPEG of the shop's own as an object of product-images and returns its address on this site. The name holds the
 * content's hash, so what is there already is left as it is. What pages show of it is made when it is first asked for.
 */
export async function putOwnPicture(
  { db, files }: Pick<Storing, 'db' | 'files'>,
  key: string,
  bytes: Buffer,
  { width, height, blur }: PictureFacts,
): Promise<string> {
  const object = { id: randomUUID(), version: randomUUID() }
  const md5 = createHash('md5').update(bytes).digest('hex')
  const metadata = {
    eTag: `"${md5}"`,
    size: bytes.length,
    mimetype: 'image/jpeg',
    cacheControl: 'max-age=3600',
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  }
  const picture = { type: 'image/jpeg', width, height, blur }
  const { rows } = await db.asService((tx) =>
    sql`select from storage.objects where bucket_id = 'product-images' and name = ${key}`.execute(tx),
  )
  if (rows.length === 0) {
    // Bytes first: a row without its bytes would be a picture that cannot be shown.
    await files.put(originalName(object), bytes, 'image/jpeg')
    await db.asService((tx) =>
      sql`insert into storage.objects (id, version, bucket_id, name, metadata, original_bytes, picture)
        values (${object.id}, ${object.version}, 'product-images', ${key}, ${JSON.stringify(metadata)}::jsonb,
          ${bytes.length}, ${JSON.stringify(picture)}::jsonb)
        on conflict (bucket_id, name) do nothing`.execute(tx),
    )
  }
  return `/storage/v1/object/public/product-images/${key.split('/').map(encodeURIComponent).join('/')}`
}
