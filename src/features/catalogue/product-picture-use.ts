import { sql } from 'kysely'
import type { PictureUse } from '#platform/storage/picture-use.ts'

/** The pictures of products. */
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
