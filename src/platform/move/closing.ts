import { z } from 'zod'

/**
 * The row of `private.settings` that closes every program of a database while the shop is moved, and for ever after.
 */
export const closingSetting = 'shop.closing'

/** The row that names the store of the shop's pictures, once they have been moved. */
export const pictureStoreSetting = 'storage.place'

/** The row of the new database with the id of the move that filled it. */
export const movedFromSetting = 'shop.moved_from'

const closing = z.object({ move: z.string(), since: z.string(), movedTo: z.string().nullable() })

/** `move` is the id of the move; `movedTo` names the new database once the move is complete. */
export type Closing = z.infer<typeof closing>

export function readClosing(values: ReadonlyMap<string, unknown>): Closing | null {
  return closing.safeParse(values.get(closingSetting)).data ?? null
}

/**
 * The store that the environment names, as `storage.place` has it: `disk`, or such as `s3://bucket
 * (https://s3.example)`.
 */
export function pictureStoreOf({
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
}: {
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
}): string {
  if (!bucket) return 'disk'
  return `s3://${bucket}${endpoint ? ` (${endpoint})` : ''}`
}

/** The server and name of a database, without user and password. */
export function databaseLabel(connectionString: string): string {
  const { host, pathname } = new URL(connectionString)
  return `postgresql://${host}${pathname}`
}
