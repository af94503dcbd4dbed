import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { tryConsumeLeakyBucket } from '#platform/http/limits/rate-limiter.ts'
import type { Account } from '../account/account.ts'
import type { Agent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { queueAuthEmail } from '../queue-auth-email.ts'

/** The identity of a device: its network and its program, as a keyed hash. No cookie is set. */
export function deviceHash({ keyedHash }: Pick<AuthDeps, 'keyedHash'>, agent: Agent): string {
  return keyedHash(`${limitKey(agent.ip)}\n${programOf(agent.userAgent)}`, 'device')
}

/** Browser and system without their versions: an update is not a new device. */
function programOf(userAgent: string): string {
  return userAgent.replace(/[\d._]+/g, '').slice(0, 300)
}

/** User agents are easily invented: an attacker with the password must not bury other e-mails under these. */
const emails = { secondsPerToken: 3_600, capacity: 5 }

/**
 * Stores where the account was used. For a new device, if there is a known one, the owner gets an e-mail: five at once,
 * then one an hour.
 */
export async function recordDevice(
  deps: AuthDeps,
  tx: Tx,
  { account: { user }, agent }: { account: Account; agent: Agent },
): Promise<void> {
  const { rows } = await sql<{ is_new: boolean; others: boolean; at: Date }>`
    insert into private.known_devices as known (user_id, device_hash, first_seen_at, last_seen_at)
    values (${user.id}, ${deviceHash(deps, agent)}, public.shop_now(), public.shop_now())
    on conflict (user_id, device_hash) do update set last_seen_at = public.shop_now()
    returning known.first_seen_at = known.last_seen_at as is_new, public.shop_now() as at,
      exists (select from private.known_devices other
        where other.user_id = known.user_id and other.device_hash <> known.device_hash) as others`.execute(tx)
  const [noted] = rows
  if (!noted?.is_new || !noted.others || !user.email || !user.email_confirmed_at) return
  const hash = deps.keyedHash(user.id, 'new sign-ins of')
  if (!(await tryConsumeLeakyBucket(tx, { kind: 'new sign-ins of', hash, ...emails }))) return
  const data = { at: noted.at.toISOString(), device: agent.userAgent }
  await queueAuthEmail(deps, tx, { kind: 'new_sign_in', userId: user.id, recipient: user.email, data })
}
