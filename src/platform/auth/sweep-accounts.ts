import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** At most so many rows of a table at a time. */
const most = 5_000

/** Days after which a session ends, since its last use and since its sign-in. A live shop's limits. The clock of a rehearsal jumps, so there sessions do not end by themselves. */
const sessionLimits = {
  users: { unused: 90, inAll: 365 },
  staff: { unused: 14, inAll: 90 },
}

/**
 * Ends sessions that are older than their limits, or were not used for so long. A session in
 * use refreshes its token every hour.
 */
export async function endOldSessions(db: Db): Promise<void> {
  const { users, staff } = sessionLimits
  const days = (ofUsers: number, ofStaff: number) => sql`case when exists (
      select from public.user_roles r where r.user_id = s.user_id)
    then ${ofStaff}::int else ${ofUsers}::int end * interval '1 day'`
  await db.asService((tx) =>
    sql`update auth.sessions set not_after = public.shop_now(), updated_at = public.shop_now() where id in (
      select s.id from auth.sessions s
        where s.not_after is null and (
          s.created_at < public.shop_now() - ${days(users.inAll, staff.inAll)}
          or coalesce(s.refreshed_at at time zone 'utc', s.created_at)
            < public.shop_now() - ${days(users.unused, staff.unused)})
        limit ${most} for update skip locked)`.execute(tx),
  )
}

/**
 * Deletes outdated rows of accounts:
 * - refresh tokens used 30 days ago: until then a reuse ends the session; the one before the current one stays, since
 *   it may be used at any age;
 * - sessions a day after their end; links, challenges, unfinished factors and flows long after theirs;
 * - pauses and failures that no longer count; devices after two unused years. Locked rows are left for the next sweep.
 */
export async function sweepAccounts(db: Db): Promise<void> {
  for (const [table, key, over] of swept) {
    const [from, by] = [sql.table(table), sql.raw(key)]
    let isFull = true
    while (isFull) {
      const { numAffectedRows } = await db.asService((tx) =>
        sql`delete from ${from} where (${by}) in (
          select ${by} from ${from} row where ${sql.raw(over)} limit ${most} for update skip locked)`.execute(tx),
      )
      isFull = numAffectedRows === BigInt(most)
    }
  }
}

const swept: [table: string, key: string, over: string][] = [
  [
    'auth.refresh_tokens',
    'id',
    `row.revoked and row.updated_at < public.shop_now() - interval '30 days' and not exists (
      select from auth.refresh_tokens present where present.session_id = row.session_id and not present.revoked
        and present.parent = row.token)`,
  ],
  ['auth.sessions', 'id', "row.not_after < public.shop_now() - interval '1 day'"],
  ['auth.one_time_tokens', 'id', "row.expires_at < public.shop_now() - interval '1 day'"],
  ['auth.flow_state', 'id', "row.created_at < public.shop_now() - interval '2 days'"],
  ['auth.mfa_challenges', 'id', "row.created_at < public.shop_now() - interval '2 days'"],
  ['auth.mfa_factors', 'id', "row.status = 'unverified' and row.created_at < public.shop_now() - interval '2 days'"],
  ['private.known_devices', 'user_id, device_hash', "row.last_seen_at < public.shop_now() - interval '2 years'"],
  ['private.leaky_buckets', 'kind, key_hash', "row.last_token_at < public.shop_now() - interval '1 hour'"],
  ['private.sign_in_failures', 'key', "row.last_failed_at < public.shop_now() - interval '1 day'"],
]
