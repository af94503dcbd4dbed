import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Agent } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { deviceHash } from '../sessions/known-devices.ts'

/** Wrong passwords in a row that nobody waits for; the ones after them wait 1, 2, 4, 8, then 15 minutes. */
const freeTries = 10
const slowest = freeTries + 4
const windowSeconds = 900

/** One try that was let through: whose counter it was taken from. */
export type Try = { key: string }

/** `email`: whatever is counted by, in small letters. */
export type Tried = { email: string; userId: string | null; agent: Agent }

/**
 * Counts a try at an address's password before it is verified, so that any number at once are counted one by one. Tries
 * from a device the account is known to be used on have a counter of their own: whoever guesses from elsewhere does not
 * keep its owner out. An address without an account is counted alike. Refuses 429 `over_request_rate_limit` until the wait
 * is over; nobody is locked out for longer than 15 minutes.
 */
export async function takeTry(accounts: AuthDeps, tx: Tx, { email, userId, agent }: Tried): Promise<Try> {
  const { rows } = await sql<{ key: string }>`
    with counter as (${counterOf(accounts, { email, userId, agent })})
    insert into private.sign_in_failures as f (key, failures, last_failed_at, next_try_at)
    select key, 1, public.shop_now(), public.shop_now() from counter
    on conflict (key) do update set failures = least(${failuresLeft} + 1, ${slowest}::int), last_failed_at = public.shop_now(),
      next_try_at = public.shop_now() + ${waitAfter(sql`${failuresLeft} + 1`)}
    where f.failures < ${freeTries}::int or f.next_try_at <= public.shop_now()
    returning key`.execute(tx)
  const [taken] = rows
  if (!taken) throw mustWait()
  return taken
}

/** Refuses as `takeTry` does, and counts nothing: for what is counted once it was wrong. */
export async function refuseWhileWaiting(accounts: AuthDeps, tx: Tx, tried: Tried): Promise<Try> {
  const { rows } = await sql<{ key: string; waiting: boolean }>`
    with counter as (${counterOf(accounts, tried)})
    select key, exists (select from private.sign_in_failures f where f.key = counter.key
      and f.failures >= ${freeTries}::int and f.next_try_at > public.shop_now()) as waiting from counter`.execute(tx)
  const [counter] = rows
  if (!counter || counter.waiting) throw mustWait()
  return { key: counter.key }
}

function counterOf(accounts: AuthDeps, { email, userId, agent }: Tried): RawBuilder<unknown> {
  const device = deviceHash(accounts, agent)
  return sql`select ${accounts.keyedHash(email, 'sign-in failures')} || ':' || case when exists (
    select from private.known_devices where user_id = ${userId}::uuid and device_hash = ${device})
    then ${device} else 'others' end as key`
}

function mustWait(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** The password was right: its counter starts anew. */
export async function forgetFailures(tx: Tx, { key }: Try): Promise<void> {
  await tx.deleteFrom('private.sign_in_failures').where('key', '=', key).execute()
}

/** Nothing was verified after all, so it does not count. */
export async function giveTryBack(tx: Tx, { key }: Try): Promise<void> {
  await sql`update private.sign_in_failures set failures = greatest(failures - 1, 0), next_try_at = last_failed_at
    where key = ${key}`.execute(tx)
}

/**
 * What still counts of a row `f` that may be tried: up to ten failures for 15 minutes after the last one; of more, one less
 * for every 15 minutes of quiet, so that patience gains a guesser four tries an hour.
 */
const failuresLeft: RawBuilder<number> = sql`(case
  when f.failures < ${freeTries}::int and f.last_failed_at <= public.shop_now() - make_interval(secs => ${windowSeconds}::int)
    then 0
  when f.failures < ${freeTries}::int then f.failures
  else greatest(f.failures - floor(extract(epoch from public.shop_now() - f.next_try_at) / ${windowSeconds}::int)::int, 0)
end)`

function waitAfter(failures: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`make_interval(mins => case when ${failures} < ${freeTries}::int then 0
    else least(power(2, ${failures} - ${freeTries}::int), 15)::int end)`
}

/** Forgets addresses nobody tried for a day; at most a thousand at a time. */
export async function sweepFailures(tx: Tx): Promise<void> {
  // Two programs that sweep at once would wait for each other's rows.
  await sql`delete from private.sign_in_failures where key in (select key from private.sign_in_failures
    where last_failed_at < public.shop_now() - interval '1 day' limit 1000 for update skip locked)`.execute(tx)
}
