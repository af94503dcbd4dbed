import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/**
 * Deletes outdated rows of accounts, at most so many of a table at a time:
 * - refresh tokens used 30 days ago: until then a reuse ends the session; the one before the current one stays, since
 *   it may be used at any age;
 * - sessions a day after their end; links, challenges, unfinished factors and flows long after theirs;
 * - pauses and failures that no longer count; devices after two unused years. Locked rows are left for the next sweep.
 */
export async function sweepAccounts(db: Db, { most = 5_000 } = {}): Promise<void> {
  for (const [table, key, over] of swept) {
    const [from, by] = [sql.table(table), sql.raw(key)]
    await db.asService((tx) =>
      sql`delete from ${from} where (${by}) in (
        select ${by} from ${from} row where ${sql.raw(over)} limit ${most} for update skip locked)`.execute(tx),
    )
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
