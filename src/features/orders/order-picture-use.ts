import { sql } from 'kysely'
import type { PictureUse } from '#platform/storage/picture-use.ts'

/** The picture that a garment had when it was ordered: the order's page and e-mails show it. */
export const orderPictures: PictureUse = {
  columns: ['public.order_lines.image_url'],
  shows: sql`exists (
    select from public.order_lines
     where order_lines.image_url is not null and private.object_name_from_url(order_lines.image_url) = object.name
  )`,
}
