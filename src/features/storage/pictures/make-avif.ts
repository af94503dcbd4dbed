import { sql } from 'kysely'
import type { Db, Tx } from '#infrastructure/db/db.ts'
import type { Log } from '#infrastructure/log.ts'
import { pageQuality, stepsOf } from '#ui/picture-ladder.ts'
import { DamagedPicture } from './image-process.ts'
import type { PictureType } from './prepare-picture.ts'
import type { Renditions } from './renditions.ts'

/** Makes AVIF of an object that is a picture; the job's id is the object's. */
export const makeAvifJob = 'storage.make-avif'

/** Below this width it saves nothing worth the seconds. */
const narrowest = 320

type Row = { version: string; picture: { type: PictureType; width: number; avif?: boolean } | null }

/**
 * Every step of the ladder as AVIF, a fifth smaller than WebP and many times slower to make, while nobody waits for a
 * picture. Then the row says so, and every instance hears of it. Done twice it does nothing; what is lost it makes again.
 */
export function makeAvif({ db, renditions, log }: { db: Db; renditions: Renditions; log: Log }) {
  return async (id: string): Promise<void> => {
    const row = await db.asService((tx) => readRow(tx, id))
    if (!row?.picture || row.picture.avif !== undefined) return
    const { version, picture } = row
    try {
      for (const step of stepsOf(picture.width).filter((each) => each >= narrowest)) {
        const rendering = {
          step,
          width: step,
          height: null,
          resize: 'cover',
          quality: pageQuality,
          format: 'avif',
        } as const
        await renditions.get({ id, version, picture }, rendering, { isQuiet: true })
      }
    } catch (error) {
      if (!(error instanceof DamagedPicture)) throw error
      // Trying again would not help: it stays WebP.
      log.warn({ error, id }, 'a picture cannot be made AVIF')
      await db.asService((tx) => say(tx, id, version, false))
      return
    }
    await db.asService((tx) => say(tx, id, version, true))
  }
}

/** Pictures without AVIF whose job is lost or was never put in. */
export async function withoutAvif(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from storage.objects
    where picture is not null and not picture ? 'avif' and created_at < now() - interval '2 minutes'
    order by created_at desc limit 500`.execute(tx)
  return rows.map(({ id }) => id)
}

async function readRow(tx: Tx, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select version, picture from storage.objects where id = ${id}`.execute(tx)
  return rows[0]
}

/** Of that version alone: one that took its place has its own job. */
async function say(tx: Tx, id: string, version: string, avif: boolean): Promise<void> {
  await sql`update storage.objects set picture = picture || jsonb_build_object('avif', ${avif}::boolean)
    where id = ${id} and version = ${version}`.execute(tx)
}
