import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { FetchError, type FetchProblem, fetchPublic, type Network } from '#platform/fetch-public.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { StorageDeps } from '#platform/storage/buckets/bucket.ts'
import { storePicture } from '#platform/storage/objects/save-object.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { type PictureRow, pictureBucket } from '../product.schema.ts'
import { mostPictures } from './listing.ts'

/** Fetches the pictures of one garment; the job's id is the garment's. */
export const fetchPicturesJob = 'catalogue.fetch-pictures'

type PictureProblem = FetchProblem | 'no_picture'

const maxBytes = 20_000_000
const timeoutMs = 20_000
const mostTries = 3
/** Problems that may pass. */
const passing: ReadonlySet<PictureProblem> = new Set(['timeout', 'unreachable'])

type FetchDeps = StorageDeps & {
  queue: Pick<Queue, 'enqueue'>
  log: Log
  /** An abort takes effect between two pictures; the sweep finds those that are left. */
  stopping: AbortSignal
  network?: Network
}
type Waiting = { id: string; position: number; address: string; alt: string | null }

/**
 * Fetches the due pictures of an imported garment, one after another, stores each like an upload and adds it to the
 * garment at its place. A problem that may pass is tried three times in ten minutes, then the owner sees it.
 */
export function fetchPictures(deps: FetchDeps): (productId: string) => Promise<void> {
  const { db, log, stopping, network } = deps
  return async (productId) => {
    for (;;) {
      if (stopping.aborted) return
      const next = await db.asService((tx) => claimNext(tx, productId))
      if (!next) return
      try {
        const bytes = await fetchPublic(next.address, {
          ...{ maxBytes, timeoutMs, signal: stopping },
          ...(network && { network }),
        })
        const name = `imported/${randomUUID()}`
        await storePicture(deps, { bucketId: pictureBucket, name }, bytes)
        await db.asService((tx) =>
          addPicture(tx, productId, next, `/storage/v1/object/public/${pictureBucket}/${name}`),
        )
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null || stopping.aborted) throw error
        log.info({ error, product: productId, picture: next.position, problem }, 'a picture could not be fetched')
        await db.asService((tx) => noteProblem(tx, next.id, problem))
      }
    }
  }
}

/** Ids of garments with pictures that are due, for those whose job was lost or waits for another try. */
export async function listUnfetched(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select distinct product_id from private.imported_pictures where state = 'waiting' and try_at <= now() limit 500`.execute(
    tx,
  )
  return rows.map(({ product_id }) => product_id)
}

/** The next due picture. It is due again in some minutes, so that two runs never fetch the same and a crash loses nothing. */
async function claimNext(tx: Tx, productId: string): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    update private.imported_pictures set tries = tries + 1, try_at = now() + tries * interval '3 minutes' + interval '1 minute'
     where id = (select id from private.imported_pictures
       where product_id = ${productId} and state = 'waiting' and try_at <= now()
       order by position limit 1 for update skip locked)
    returning id, position, address, alt`.execute(tx)
  return rows[0] ?? null
}

function problemOf(error: unknown): PictureProblem | null {
  if (error instanceof FetchError) return error.problem
  if (!(error instanceof StorageError)) return null
  if (error.code === 'InvalidMimeType') return 'no_picture'
  if (error.code === 'ImageTooLarge' || error.code === 'EntityTooLarge') return 'too_large'
  return error.code === 'SlowDown' ? 'timeout' : null
}

async function noteProblem(tx: Tx, id: string, problem: PictureProblem): Promise<void> {
  await sql`
    update private.imported_pictures
       set state = case when ${passing.has(problem)} and tries < ${mostTries} then 'waiting' else 'failed' end,
         problem = ${problem}
     where id = ${id} and state = 'waiting'`.execute(tx)
}

/**
 * Adds a stored picture after those of the import that come before it. A garment that was changed by hand meanwhile
 * keeps its other pictures, and counts as changed.
 */
async function addPicture(tx: Tx, productId: string, { id, position, alt }: Waiting, url: string): Promise<void> {
  // A statement of its own: the count below must see what another run commits while this one waits for the garment.
  await sql`select from public.products where id = ${productId} for update`.execute(tx)
  const { rows } = await sql<{ pictures: PictureRow[]; before: number }>`
    with stored as (update private.imported_pictures set state = 'stored', problem = null
      where id = ${id} and state = 'waiting' returning product_id)
    select p.pictures, (select count(*)::int from private.imported_pictures earlier
        where earlier.product_id = p.id and earlier.state = 'stored' and earlier.position < ${position}) as before
      from public.products p join stored on stored.product_id = p.id where p.id = ${productId}`.execute(tx)
  const [product] = rows
  if (!product) return
  if (product.pictures.length >= mostPictures) {
    // By hand it became full: those pictures stay, and this one has no place.
    await tx.deleteFrom('private.imported_pictures').where('id', '=', id).execute()
    return
  }
  const pictures = product.pictures.toSpliced(product.before, 0, { url, ...(alt && { alt }) })
  await sql`
    with changed as (update public.products set pictures = ${JSON.stringify(pictures)}::jsonb
      where id = ${productId} returning version)
    update private.imported_products i set version = changed.version from changed
     where i.product_id = ${productId} and i.version = changed.version - 1`.execute(tx)
}
