import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { noSuchKey } from '../storage-error.ts'

export type ObjectRow = {
  id: string
  bucket_id: string
  name: string
  owner: string | null
  version: string
  metadata: { size?: number; mimetype?: string; eTag?: string; cacheControl?: string; lastModified?: string }
  /** A whole number, as text. */
  original_bytes: string
  user_metadata: Record<string, unknown> | null
  picture: { type: string; width: number; height: number; blur: string } | null
  created_at: Date
  updated_at: Date
  last_accessed_at: Date
}

/** The row, with the rights of the transaction. Refuses NoSuchKey. */
export async function readObject(tx: Tx, bucket: string, key: string | null): Promise<ObjectRow> {
  const { rows } = await sql<ObjectRow>`select * from storage.objects
    where bucket_id = ${bucket} and name = ${key}`.execute(tx)
  if (!rows[0]) throw noSuchKey()
  return rows[0]
}

/** The body of the protocol's `info` response. */
export function infoOf(row: ObjectRow) {
  const { metadata } = row
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata.size ?? null,
    content_type: metadata.mimetype ?? null,
    cache_control: metadata.cacheControl ?? null,
    etag: metadata.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: metadata.lastModified ?? row.updated_at,
    created_at: row.created_at,
  }
}

/** The body of the protocol's response to a deletion. */
export function removedOf({ picture: _, original_bytes: __, ...row }: ObjectRow) {
  return row
}
