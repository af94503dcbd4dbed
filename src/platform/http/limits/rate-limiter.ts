import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'

// A limit by caller, in PostgreSQL, so that all instances share it. Calls are counted apart from what they do; tokens
// of a leaky bucket are consumed by the caller's transaction. In memory there are a pace (pace.ts) and a number of
// places (places.ts). Wrong passwords wait longer each time: auth/sign-in/login-throttle.ts.

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

export type LeakyBucket = {
  kind: string
  /** A keyed hash of the recipient, account or network: the table holds no addresses. */
  hash: string
  secondsPerToken: number
  /** How many tokens may be consumed at once. */
  capacity: number
}

/**
 * Consumes one token when `tx` commits. Returns 0, or the seconds to wait when the bucket is empty: the caller then
 * rolls `tx` back, which also returns the token. Concurrent calls for one bucket run one after another. `last_token_at`
 * is the time of the last token as if all had been consumed evenly, so after a burst it is in the future; a row further
 * in the future than the capacity allows was written before a rehearsal's clock was set back, and counts as full.
 */
export async function consumeLeakyBucket(
  tx: Tx,
  { kind, hash, secondsPerToken, capacity }: LeakyBucket,
): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    insert into private.leaky_buckets as bucket (kind, key_hash, last_token_at) values (${kind}, ${hash}, public.shop_now())
    on conflict (kind, key_hash) do update set last_token_at = case
      when bucket.last_token_at > public.shop_now() + ${secondsPerToken * capacity} * interval '1 second' then public.shop_now()
      else greatest(bucket.last_token_at + ${secondsPerToken} * interval '1 second', public.shop_now()) end
    returning ceil(extract(epoch from last_token_at - public.shop_now()) - ${secondsPerToken} * (${capacity} - 1))::int
      as wait`.execute(tx)
  // A row of a transaction that began later is a little ahead of ours.
  return Math.min(Math.max(rows[0]?.wait ?? 0, 0), secondsPerToken)
}

/** Consumes one token, or returns false and leaves `tx` as it was. */
export async function tryConsumeLeakyBucket(tx: Tx, bucket: LeakyBucket): Promise<boolean> {
  await sql`savepoint consuming`.execute(tx)
  const isEmpty = (await consumeLeakyBucket(tx, bucket)) > 0
  if (isEmpty) await sql`rollback to savepoint consuming`.execute(tx)
  await sql`release savepoint consuming`.execute(tx)
  return !isEmpty
}
