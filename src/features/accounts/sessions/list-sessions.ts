import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Session } from '../account.contract.ts'
import { coarseNetwork, describeDevice } from './describe-device.ts'

type Row = { id: string; user_agent: string; ip: string | null; began: Date; used: Date; aal: string }

/** The sessions of an account: the current one first, then by last use. */
export async function findSessions(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Session[]> {
  const { rows } = await sql<Row>`
    select id, coalesce(user_agent, '') as user_agent, host(ip) as ip, created_at as began, aal::text as aal,
      greatest(created_at, updated_at, refreshed_at at time zone 'utc') as used
    from auth.sessions
    where user_id = ${userId} and (not_after is null or not_after > public.shop_now())
    order by id = ${sessionId} desc, used desc, id limit 100`.execute(tx)
  return rows.map(({ id, user_agent, ip, began, used, aal }) => ({
    id,
    device: describeDevice(user_agent),
    network: coarseNetwork(ip),
    signed_in_at: began.toISOString(),
    last_used_at: used.toISOString(),
    has_second_factor: aal === 'aal2',
    current: id === sessionId,
  }))
}
