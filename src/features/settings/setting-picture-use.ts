import { sql } from 'kysely'
import type { PictureUse } from '#platform/storage/picture-use.ts'

/** Pictures that a setting of the owner names, wherever in its value: the maker's photographs, and those of later settings. */
export const settingPictures: PictureUse = {
  columns: ['private.settings.value'],
  shows: sql`exists (
    select from private.settings, jsonb_path_query(settings.value, 'strict $.** ? (@.type() == "string")') as text (one)
     where private.object_name_from_url(text.one #>> '{}') = object.name
  )`,
}
