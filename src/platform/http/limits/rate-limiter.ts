import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'

export type Rate = { perMinute: number } | { max: number; perSeconds: number }

/** Counts calls in fixed windows of the database, so that all instances share one count. */
export type RateLimiter = {
  /**
   * Counts one call and returns whether it is within the rate. Rejects when the database cannot count: no call passes
   * uncounted.
   */
  consume(bucket: string, key: string, rate: Rate): Promise<boolean>
  /** Subtracts one call from the current window. */
  refundToken(bucket: string, key: string, rate: Rate): Promise<void>
}

export function createRateLimiter(db: Db, { enabled }: { enabled: boolean }): RateLimiter {
  let calls = 0
  return {
    async consume(bucket, key, rate) {
      if (!enabled) return true
      const { max, perSeconds } = 'perMinute' in rate ? { max: rate.perMinute, perSeconds: 60 } : rate
      calls += 1
      const count = await db.asService(async (tx) => {
        if (calls % 1_000 === 0)
          await sql`delete from private.rate_limits where window_start < public.shop_now() - interval '1 day'`.execute(
            tx,
          )
        const { rows } = await sql<{ count: number }>`
          insert into private.rate_limits as counted (bucket, key, window_start, count)
          values (${bucket}, ${key}, ${windowStart(perSeconds)}, 1)
          on conflict (bucket, key, window_start) do update set count = counted.count + 1
          returning count`.execute(tx)
        return rows[0]?.count ?? 1
      })
      return count <= max
    },
    async refundToken(bucket, key, rate) {
      if (!enabled) return
      const perSeconds = 'perMinute' in rate ? 60 : rate.perSeconds
      await db.asService((tx) =>
        sql`update private.rate_limits set count = greatest(count - 1, 0)
          where bucket = ${bucket} and key = ${key} and window_start = ${windowStart(perSeconds)}`.execute(tx),
      )
    },
  }
}

function windowStart(perSeconds: number) {
  return sql`to_timestamp(floor(extract(epoch from public.shop_now()) / ${perSeconds}::int) * ${perSeconds}::int)`
}
