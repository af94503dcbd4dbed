import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'

export const Listing = z.object({
  prefix: z.string().max(1024).default(''),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  search: z.string().max(1024).nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})

type Entry = {
  name: string
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: unknown
}

/** The maximum page size. */
const mostListed = 1000

/**
 * One level of a bucket with the caller's rights: folders first, then files, with names relative to `prefix`. `search`
 * is a case-insensitive prefix of the names.
 */
export async function listObjects(tx: Tx, bucket: string, listing: z.output<typeof Listing>): Promise<Entry[]> {
  const folder = listing.prefix.replace(/^\/+|\/+$/g, '')
  const prefix = folder && `${folder}/`
  const search = `${likeText(listing.search ?? '')}%`
  const { column = 'name', order = 'asc' } = listing.sortBy ?? {}
  const direction = sql.raw(order)
  const by =
    column === 'name' ? sql`name collate "C" ${direction}` : sql`${sql.ref(column)} ${direction}, name collate "C"`
  const { rows } = await sql<Entry>`with level as (
      select substr(objects.name, ${prefix.length + 1}) as rest, id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects where bucket_id = ${bucket} and objects.name like ${`${likeText(prefix)}%`}
    ), named as (select * from level where rest <> '' and rest ilike ${search}),
    entries as (
      select distinct split_part(rest, '/', 1) as name, 0 as kind, null::uuid as id, null::timestamptz as updated_at,
          null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from named where strpos(rest, '/') > 0
      union all
      select rest, 1, id, updated_at, created_at, last_accessed_at, metadata from named where strpos(rest, '/') = 0
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata from entries
     order by kind, ${by} limit ${Math.min(listing.limit, mostListed)} offset ${listing.offset}`.execute(tx)
  return rows
}

/** Escapes a text for `like`. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
