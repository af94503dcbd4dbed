import { sql } from 'kysely'
import { readShopNow, type Tx } from '#platform/database/db.ts'
import { fieldError } from '#platform/http/errors/app-error.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { signGrant } from '#platform/storage/objects/signed.api.ts'

/** Longer than a slow connection needs for one photograph. */
const uploadSeconds = 900

/** Where the photographs of one form are stored. `folder`: with a slash at its end. */
type Place = { bucket: string; folder: string }

/** A name in the folder and a token with which the browser uploads one photograph under it. */
export async function reserveUpload(
  tx: Tx,
  { bucket, folder }: Place,
  secret: string,
): Promise<{ name: string; token: string }> {
  const name = `${folder}${randomUuid()}`
  const grant = { purpose: 'upload', object: `${bucket}/${name}`, owner: null, upsert: false } as const
  return { name, token: await signGrant(grant, { secret, now: await readShopNow(tx), seconds: uploadSeconds }) }
}

/**
 * Refuses bad_request for photographs that were not uploaded to the folder. Locks the objects until `tx` ends, so that
 * the clean-up job deletes none of them meanwhile.
 */
export async function requirePhotographs(tx: Tx, { bucket, folder }: Place, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { rows } = await sql<{ name: string }>`select name from storage.objects
    where bucket_id = ${bucket} and name = any(${names}::text[]) for key share`.execute(tx)
  const stored = new Set(rows.map(({ name }) => name))
  if (names.every((name) => name.startsWith(folder) && stored.has(name))) return
  throw fieldError('photographs', 'A photograph is missing. Please add it again.')
}
