import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Agent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { verifyQueued } from '../passwords/password.ts'
import { isTooLong } from '../passwords/validate-password.ts'
import { deviceHash } from '../sessions/known-devices.ts'

/** Wrong passwords in a row without a delay; later ones wait 1, 2, 4, 8, then 15 minutes. */
const freeTries = 10
const slowest = freeTries + 4
const windowSeconds = 900

/** A permitted try, with the counter it was taken from. */
export type AttemptCounter = { key: string }

/** `email`: the counted key, in lower case. */
export type LoginAttempt = { email: string; userId: string | null; agent: Agent }

/**
 * Counts a try at an address's password before it is verified, so that concurrent tries are counted one by one. Tries
 * from a known device of the account have a counter of their own: an attacker elsewhere does not lock the owner out. An
 * address without an account is counted alike. Refuses 429 `over_request_rate_limit` during the delay, which is 15
 * minutes at most.
 */
export async function countAttempt(
  deps: AuthDeps,
  tx: Tx,
  { email, userId, agent }: LoginAttempt,
): Promise<AttemptCounter> {
  const { rows } = await sql<{ key: string }>`
    with counter as (${counterOf(deps, { email, userId, agent })})
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

/** Refuses as `countAttempt` does, and counts nothing: for values that are counted only after they proved wrong. */
export async function refuseWhileWaiting(deps: AuthDeps, tx: Tx, tried: LoginAttempt): Promise<AttemptCounter> {
  const { rows } = await sql<{ key: string; waiting: boolean }>`
    with counter as (${counterOf(deps, tried)})
    select key, exists (select from private.sign_in_failures f where f.key = counter.key
      and f.failures >= ${freeTries}::int and f.next_try_at > public.shop_now()) as waiting from counter`.execute(tx)
  const [counter] = rows
  if (!counter || counter.waiting) throw mustWait()
  return { key: counter.key }
}

function counterOf(deps: AuthDeps, { email, userId, agent }: LoginAttempt): RawBuilder<unknown> {
  const device = deviceHash(deps, agent)
  return sql`select ${deps.keyedHash(email, 'sign-in failures')} || ':' || case when exists (
    select from private.known_devices where user_id = ${userId}::uuid and device_hash = ${device})
    then ${device} else 'others' end as key`
}

function mustWait(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** The password was right: resets its counter. */
export async function resetFailures(tx: Tx, { key }: AttemptCounter): Promise<void> {
  await tx.deleteFrom('private.sign_in_failures').where('key', '=', key).execute()
}

/** Nothing was verified, so it does not count. */
export async function refundAttempt(tx: Tx, { key }: AttemptCounter): Promise<void> {
  await sql`update private.sign_in_failures set failures = greatest(failures - 1, 0), next_try_at = last_failed_at
    where key = ${key}`.execute(tx)
}

/**
 * Whether a password fits a hash; a try that was turned away because too many wait does not count. No account has a
 * password over the longest length: hashing a megabyte would be wasted work.
 */
export async function verifyCounted(
  { db }: Pick<AuthDeps, 'db'>,
  { password, hash, attempt }: { password: string; hash: string | null; attempt: AttemptCounter },
): Promise<boolean> {
  const isPossible = !isTooLong(password)
  try {
    return await verifyQueued(isPossible ? password : '', isPossible ? hash : null)
  } catch (error) {
    await db.asService((tx) => refundAttempt(tx, attempt))
    throw error
  }
}

/**
 * The failures of a row `f` that still count: up to ten for 15 minutes after the last one; beyond that, one less for
 * every quiet 15 minutes, so that a patient attacker gets four tries an hour.
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
