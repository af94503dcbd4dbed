import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Caller } from '../caller.ts'
import { ownerOf } from '../caller.ts'

/** The target of an upload: `upsert` replaces an object of that name. */
export type Place = { bucket: string; key: string; upsert: boolean }

class Allowed extends Error {
  readonly id: string | undefined

  constructor(id: string | undefined) {
    super('allowed')
    this.id = id
  }
}

/**
 * Checks with row-level security whether the caller may write an object, by writing and rolling back before the body is
 * read. Returns the id of the object to replace, or a new one. Refuses AccessDenied, and ResourceAlreadyExists for an
 * object that may not be replaced.
 */
export async function authorizeUpload(db: Db, caller: Caller, { bucket, key, upsert }: Place): Promise<string> {
  const replacing = upsert ? sql`on conflict (bucket_id, name) do update set updated_at = now()` : sql``
  try {
    return await db.as(
      caller.claims,
      async (tx) => {
        const { rows } = await sql<{ id: string }>`insert into storage.objects (bucket_id, name, owner)
          values (${bucket}, ${key}, ${ownerOf(caller)}) ${replacing} returning id`.execute(tx)
        throw new Allowed(rows[0]?.id)
      },
      caller.context,
    )
  } catch (error) {
    if (error instanceof Allowed && error.id) return error.id
    throw error
  }
}
