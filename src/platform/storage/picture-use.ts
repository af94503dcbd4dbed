import { type RawBuilder, sql } from 'kysely'

/**
 * A place that names stored pictures: each feature exports one beside the code that writes the names, and the sweep
 * removes only what none of its bucket shows.
 */
export type PictureUse = {
  /** The columns with the names, as `schema.table.column`. A test finds columns that no use has. */
  columns: readonly string[]
  /** An SQL condition on `object`, a row of storage.objects. */
  shows: RawBuilder<boolean>
}

/** The uses of each swept bucket. A bucket without a use would lose all its pictures. */
export type PictureUses = Readonly<Record<string, readonly [PictureUse, ...PictureUse[]]>>

/** Whether a use of its bucket shows the picture `object`. */
export function isShownBy(uses: PictureUses): RawBuilder<boolean> {
  const buckets = Object.entries(uses).map(([bucket, places]) => {
    const shown = places.map(({ shows }) => sql`(${shows})`)
    return sql`(object.bucket_id = ${bucket} and (${sql.join(shown, sql` or `)}))`
  })
  return sql<boolean>`(${sql.join(buckets, sql` or `)})`
}
