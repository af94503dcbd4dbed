import { sql } from 'kysely'
import type { PictureUse } from '#platform/storage/picture-use.ts'

/** The photographs of reviews. `pictures` has the URLs of the names in `photographs`. */
export const reviewPictureUse: PictureUse = {
  columns: ['public.reviews.photographs', 'public.reviews.pictures'],
  shows: sql`exists (select from public.reviews where reviews.photographs @> array[object.name])`,
}
