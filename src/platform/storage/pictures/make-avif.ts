import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { DamagedPicture } from '../storage-error.ts'
import type { PictureType } from './image-work.ts'
import { pageQuality, stepsOf, widestOnPages } from './picture-ladder.ts'
import type { Renditions } from './renditions.ts'

/** Makes the AVIF renditions of an image object; the job's id is the object's. */
export const makeAvifJob = 'storage.make-avif'

/** Below this width AVIF saves too little. */
const narrowest = 320

type Picturing = {
  db: Db
  renditions: Renditions
  log: Log
  /** An abort takes effect between two renditions; the sweep finds the missing ones. */
  stopping: AbortSignal
}
type Row = { id: string; version: string; picture: { type: PictureType; width: number; avif?: boolean } }

/**
 * Makes every width of pages as AVIF, a fifth smaller than WebP and many times slower to encode, and the wider ones of
 * the full view as WebP, while no request waits for an image. Then it marks the row, which notifies every instance.
 * Idempotent; missing renditions are made again.
 */
export function makeAvif({ db, renditions, log, stopping }: Picturing) {
  return async (id: string): Promise<void> => {
    const row = await db.asService((tx) => readRow(tx, id))
    if (!row || row.picture.avif !== undefined) return
    try {
      for (const step of stepsOf(row.picture.width).filter((each) => each >= narrowest)) {
        if (stopping.aborted) return
        const rendering = {
          step,
          width: step,
          height: null,
          resize: 'cover',
          quality: pageQuality,
          format: step <= widestOnPages ? 'avif' : 'webp',
        } as const
        await renditions.get(row, rendering, { isQuiet: true })
      }
    } catch (error) {
      if (!(error instanceof DamagedPicture)) throw error
      // A retry would not help: the image stays WebP.
      log.warn({ error, id }, 'a picture cannot be made AVIF')
      await db.asService((tx) => storeAvifState(tx, row, false))
      return
    }
    await db.asService((tx) => storeAvifState(tx, row, true))
  }
}

/**
 * Processes images without AVIF, the newest first: it makes missing WebP renditions that pages request, and enqueues
 * the AVIF job in case it was lost. An image younger than `avifAfterMinutes` waits for a later run, so that a new shop
 * opens quickly. `leaveOut`: an SQL condition on `object`, a row of storage.objects, for images that are left to their
 * requests.
 */
export function processImages({
  queue,
  avifAfterMinutes = 4,
  leaveOut = sql<boolean>`false`,
  ...picturing
}: Picturing & { queue: Pick<Queue, 'enqueueOnce'>; avifAfterMinutes?: number; leaveOut?: RawBuilder<boolean> }) {
  const { db, renditions, log, stopping } = picturing
  return async (): Promise<void> => {
    const rows = await db.asService((tx) => readUnfinished(tx, avifAfterMinutes, leaveOut))
    for (const row of rows) {
      if (stopping.aborted) return
      await renditions
        .clean(row, { isQuiet: true })
        .catch((error: unknown) => log.warn({ error, id: row.id }, 'a picture could not be made ahead of time'))
    }
    await db.asService(async (tx) => {
      for (const { id } of rows.filter(({ isSettled }) => isSettled)) await queue.enqueueOnce(tx, makeAvifJob, id)
    })
  }
}

async function readUnfinished(
  tx: Tx,
  minutes: number,
  leaveOut: RawBuilder<boolean>,
): Promise<(Row & { isSettled: boolean })[]> {
  const { rows } = await sql<Row & { isSettled: boolean }>`
    select id, version, picture, created_at < now() - make_interval(mins => ${minutes}) as "isSettled"
    from storage.objects as object
    where picture is not null and not picture ? 'avif' and not ${leaveOut} order by created_at desc limit 200`.execute(
    tx,
  )
  return rows
}

async function readRow(tx: Tx, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select id, version, picture from storage.objects
    where id = ${id} and picture is not null`.execute(tx)
  return rows[0]
}

/** Of this version only: a newer one has its own job. */
async function storeAvifState(tx: Tx, { id, version }: Row, avif: boolean): Promise<void> {
  await sql`update storage.objects set picture = picture || jsonb_build_object('avif', ${avif}::boolean)
    where id = ${id} and version = ${version}`.execute(tx)
}
