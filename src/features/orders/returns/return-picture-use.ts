import { sql } from 'kysely'
import type { PictureUse } from '#platform/storage/picture-use.ts'

/** What customers photographed for a return. */
export const returnPictures: PictureUse = {
  columns: ['private.returns.photographs'],
  shows: sql`exists (select from private.returns where returns.photographs @> array[object.name])`,
}
