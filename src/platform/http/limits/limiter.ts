import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'

export type Rate = { perMinute: number } | { max: number; perSeconds: number }

/** Counts in the database, so that every instance counts together. */
export type Limiter = {
  /** Counts one more and says whether it was still within the rate. A database that cannot count is a fault: nothing passes uncounted. */
  take(bucket: string, key: string, rate: Rate): Promise<boolean>
  /** Takes one count back, for what turned out to be no misuse. */
  giveBack(bucket: string, key: string, rate: Rate): Promise<void>
}

export function createLimiter(db: Db, { enabled }: { enabled: boolean }): Limiter {
  let taken = 0
  return {
    async take(bucket, key, rate) {
      if (!enabled) return true
      const { max, perSeconds } = 'perMinute' in rate ? { max: rate.perMinute, perSeconds: 60 } : rate
      taken += 1
      const count = await db.asService(async (tx) => {
        if (taken % 1_000 === 0)
          await sql`delete from private.rate_limits where window_start < public.shop_now() - interval '1 day'`.execute(
            tx,
          )
        const { rows } = await sql<{ count: number }>`
          insert into private.rate_limits as counted (bucket, key, window_start, count)
          values (${bucket}, ${key},
            to_timestamp(floor(extract(epoch from public.shop_now()) / ${perSeconds}::int) * ${perSeconds}::int), 1)
          on conflict (bucket, key, window_start) do update set count = counted.count + 1
          returning count`.execute(tx)
        return rows[0]?.count ?? 1
      })
      return count <= max
    },
    async giveBack(bucket, key, rate) {
      if (!enabled) return
      const perSeconds = 'perMinute' in rate ? 60 : rate.perSeconds
      await db.asService((tx) =>
        sql`update private.rate_limits set count = greatest(count - 1, 0)
          where bucket = ${bucket} and key = ${key} and window_start =
            to_timestamp(floor(extract(epoch from public.shop_now()) / ${perSeconds}::int) * ${perSeconds}::int)`.execute(
          tx,
        ),
      )
    },
  }
}
