import { sql } from 'kysely'
import { pictureBucket } from '#features/catalogue/product.schema.ts'
import { returnPhotographs } from '#features/orders/returns/return.ts'
import { reviewPhotographs, reviewPictures } from '#features/reviews/review.ts'

/** The buckets whose uploads are decoded and must be images. */
export const pictureBuckets: ReadonlySet<string> = new Set([
  pictureBucket,
  returnPhotographs,
  reviewPhotographs,
  reviewPictures,
])

/**
 * Whether a picture (`object`, a row of storage.objects) is shown by a product, by a deleted product, which can be
 * restored, by an order, by the maker's page, by a return, or by a review.
 */
export const isPictureShown = sql<boolean>`(exists (
    select from private.returns where object.bucket_id = ${returnPhotographs} and returns.photographs @> array[object.name]
  ) or exists (
    select from public.reviews where object.bucket_id in (${reviewPhotographs}, ${reviewPictures})
      and reviews.photographs @> array[object.name]
  ) or exists (
    select from public.products, jsonb_array_elements(products.pictures) as shown (one)
     where private.object_name_from_url(shown.one ->> 'url') = object.name
  ) or exists (
    select from public.products where private.object_name_from_url(products.image_url) = object.name
  ) or exists (
    select from private.settings where settings.name = 'maker' and object.name in (
      private.object_name_from_url(settings.value #>> '{face,url}'), private.object_name_from_url(settings.value #>> '{hands,url}'))
  ) or exists (
    select from public.order_lines
     where order_lines.image_url is not null and private.object_name_from_url(order_lines.image_url) = object.name
  ) or exists (
    select from private.deleted_products as deleted,
        jsonb_array_elements(coalesce(deleted.product -> 'pictures', '[]') || jsonb_build_array(deleted.product)) as shown (one)
     where private.object_name_from_url(coalesce(shown.one ->> 'url', shown.one ->> 'image_url')) = object.name
  ))`

/**
 * The pictures that a shop opens with. A rehearsal makes their sizes at their requests: made ahead, they would keep a
 * new clone's machine busy for minutes.
 */
export const isOpeningPicture = sql<boolean>`object.bucket_id = ${pictureBucket} and object.name ~ '^(catalogue|site)/'`
