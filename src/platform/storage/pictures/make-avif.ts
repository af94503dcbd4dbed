import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { DamagedPicture } from './image-process.ts'
import { pageQuality, stepsOf } from './picture-ladder.ts'
import type { PictureType } from './prepare-work.ts'
import type { Renditions } from './renditions.ts'

/** Makes AVIF of an object that is a picture; the job's id is the object's. */
export const makeAvifJob = 'storage.make-avif'

/** Below this width it saves nothing worth the seconds. */
const narrowest = 320

type Picturing = {
  db: Db
  renditions: Renditions
  log: Log
  /** Told to stop, it stops between two pictures; what is left is found again. */
  stopping: AbortSignal
}
type Row = { id: string; version: string; picture: { type: PictureType; width: number; avif?: boolean } }

/**
 * Every step of the ladder as AVIF, a fifth smaller than WebP and many times slower to make, while nobody waits for a
 * picture. Then the row says so, and every instance hears of it. Done twice it does nothing; what is lost it makes again.
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
          format: 'avif',
        } as const
        await renditions.get(row, rendering, { isQuiet: true })
      }
    } catch (error) {
      if (!(error instanceof DamagedPicture)) throw error
      // Trying again would not help: it stays WebP.
      log.warn({ error, id }, 'a picture cannot be made AVIF')
      await db.asService((tx) => say(tx, row, false))
      return
    }
    await db.asService((tx) => say(tx, row, true))
  }
}

/**
 * Sees to pictures that have no AVIF yet, the latest first: what pages ask for of each is made if it is not there, as
 * with those a shop opens with, and then the job is put in, should it be lost. Of a picture younger than
 * `avifAfterMinutes` it waits for a later turn: a shop that has just opened has better things to do.
 */
export function seeToPictures({
  queue,
  avifAfterMinutes = 4,
  ...picturing
}: Picturing & { queue: Pick<Queue, 'enqueueOnce'>; avifAfterMinutes?: number }) {
  const { db, renditions, log, stopping } = picturing
  return async (): Promise<void> => {
    const rows = await db.asService((tx) => readUnfinished(tx, avifAfterMinutes))
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

async function readUnfinished(tx: Tx, minutes: number): Promise<(Row & { isSettled: boolean })[]> {
  const { rows } = await sql<Row & { isSettled: boolean }>`
    select id, version, picture, created_at < now() - make_interval(mins => ${minutes}) as "isSettled"
    from storage.objects
    where picture is not null and not picture ? 'avif' order by created_at desc limit 200`.execute(tx)
  return rows
}

async function readRow(tx: Tx, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select id, version, picture from storage.objects
    where id = ${id} and picture is not null`.execute(tx)
  return rows[0]
}

/** Of that version alone: one that took its place has its own job. */
async function say(tx: Tx, { id, version }: Row, avif: boolean): Promise<void> {
  await sql`update storage.objects set picture = picture || jsonb_build_object('avif', ${avif}::boolean)
    where id = ${id} and version = ${version}`.execute(tx)
}
