import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StorageDeps } from '#platform/storage/buckets/bucket.ts'
import { originalName, renditionName } from '#platform/storage/files/file-store.ts'
import type { PictureUse } from '#platform/storage/picture-use.ts'
import type { PictureFacts } from '#platform/storage/pictures/image-work.ts'
import { pictureBucket } from './product.schema.ts'

/** The folders of the shop's own images. `src/operations/picture-uses.ts` has the use of each. */
export type ShopImageFolder = 'catalogue' | 'site'
export type ShopImageName = `${ShopImageFolder}/${string}`

/**
 * Stores a JPEG of the shop's own as an object of the picture bucket and returns its path. The name contains the
 * content's hash, so the bytes of an existing object stay. It counts as new, so that a sweep which does not know of its
 * new use yet leaves it for a week. Its renditions are made at the first request. `isClean`: the
 * JPEG is upright, in sRGB and without metadata, so it is its own clean rendition, and a request makes one width
 * instead of all.
 */
export async function saveShopImage(
  { db, files }: Pick<StorageDeps, 'db' | 'files'>,
  key: ShopImageName,
  bytes: Buffer,
  { width, height, blur }: PictureFacts,
  { isClean = false } = {},
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
    sql`with known as (
        select id, updated_at from storage.objects where bucket_id = ${pictureBucket} and name = ${key} for update
      ), renewed as (
        update storage.objects set updated_at = now() from known
         where objects.id = known.id and known.updated_at < now() - interval '1 day'
      ) select id from known`.execute(tx),
  )
  if (rows.length === 0) {
    // Bytes first: a row without bytes would be an image that cannot be served.
    await files.put(originalName(object), bytes, 'image/jpeg')
    if (isClean) await files.put(renditionName(object, 'clean', 'jpeg'), bytes, 'image/jpeg')
    await db.asService((tx) =>
      sql`insert into storage.objects (id, version, bucket_id, name, metadata, original_bytes, picture)
        values (${object.id}, ${object.version}, ${pictureBucket}, ${key}, ${JSON.stringify(metadata)}::jsonb,
          ${bytes.length}, ${JSON.stringify(picture)}::jsonb)
        on conflict (bucket_id, name) do nothing`.execute(tx),
    )
  }
  return `/storage/v1/object/public/${pictureBucket}/${key.split('/').map(encodeURIComponent).join('/')}`
}

export const productPictures: PictureUse = {
  columns: ['public.products.pictures', 'public.products.image_url'],
  shows: sql`(exists (
    select from public.products, jsonb_array_elements(products.pictures) as shown (one)
     where private.object_name_from_url(shown.one ->> 'url') = object.name
  ) or exists (
    select from public.products where private.object_name_from_url(products.image_url) = object.name
  ))`,
}

/** The pictures of deleted products, which can be restored. */
export const deletedProductPictures: PictureUse = {
  columns: ['private.deleted_products.product'],
  shows: sql`exists (
    select from private.deleted_products as deleted,
        jsonb_array_elements(coalesce(deleted.product -> 'pictures', '[]') || jsonb_build_array(deleted.product)) as shown (one)
     where private.object_name_from_url(coalesce(shown.one ->> 'url', shown.one ->> 'image_url')) = object.name
  )`,
}
