import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Factor } from '../account/account.ts'
import type { Agent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { deviceHash } from '../sessions/known-devices.ts'

type Of = { factor: Factor; agent: Agent }

/** Wrong codes in a row before the factor is blocked. */
const inARow = 10

/**
 * Refuses 429 while a factor is blocked: after ten wrong codes in a row for 15 minutes, after ten more for twice as
 * long, at most four hours, from any address. A device on which this factor succeeded has its own count, so that an
 * attacker with the password cannot lock the owner out.
 */
export async function refuseWhileResting(deps: AuthDeps, tx: Tx, of: Of): Promise<void> {
  const { rows } = await sql<{ resting: boolean }>`select next_try_at > public.shop_now() as resting
    from private.sign_in_failures where key = ${await keyOf(deps, tx, of)}`.execute(tx)
  if (rows[0]?.resting) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** Counts a wrong code. A day without any resets the count. */
export async function countWrongCode(deps: AuthDeps, tx: Tx, of: Of): Promise<void> {
  const key = await keyOf(deps, tx, of)
  const { rows } = await sql<{ failures: number }>`
    insert into private.sign_in_failures as counted (key, failures, last_failed_at, next_try_at)
    values (${key}, 1, public.shop_now(), public.shop_now())
    on conflict (key) do update set last_failed_at = public.shop_now(), failures =
      case when counted.last_failed_at < public.shop_now() - interval '1 day' then 1 else counted.failures + 1 end
    returning failures`.execute(tx)
  const failures = rows[0]?.failures ?? 0
  if (failures === 0 || failures % inARow !== 0) return
  const minutes = Math.min(15 * 2 ** (failures / inARow - 1), 240)
  await sql`update private.sign_in_failures set next_try_at = public.shop_now() + ${minutes} * interval '1 minute'
    where key = ${key}`.execute(tx)
}

/** Resets this device's count, and stores it as one on which the factor succeeded. */
export async function recordRightCode(deps: AuthDeps, tx: Tx, of: Of): Promise<void> {
  await sql`delete from private.sign_in_failures where key = ${await keyOf(deps, tx, of)}`.execute(tx)
  await sql`insert into private.known_devices (user_id, device_hash, first_seen_at, last_seen_at)
    values (${of.factor.user_id}, ${passedOn(deps, of)}, public.shop_now(), public.shop_now())
    on conflict (user_id, device_hash) do update set last_seen_at = public.shop_now()`.execute(tx)
}

async function keyOf(deps: AuthDeps, tx: Tx, of: Of): Promise<string> {
  const device = passedOn(deps, of)
  const known = await tx
    .selectFrom('private.known_devices')
    .select('device_hash')
    .where('user_id', '=', of.factor.user_id)
    .where('device_hash', '=', device)
    .executeTakeFirst()
  return `factor ${of.factor.id} ${known ? device : 'elsewhere'}`
}

function passedOn(deps: AuthDeps, { factor, agent }: Of): string {
  return deps.keyedHash(`${deviceHash(deps, agent)}\n${factor.id}`, 'device a factor was passed on')
}
