import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'

/**
 * Ends the invitation of an account whose address was just confirmed, and gives its role: only within its days, and
 * where the confirmed address is the invited one.
 */
export async function acceptInvitation(
  tx: Tx,
  { userId, isInvited }: { userId: string; isInvited: boolean },
): Promise<void> {
  await sql`with ended as (delete from private.invitations where user_id = ${userId} returning role, expires_at)
    insert into public.user_roles (user_id, role)
      select ${userId}::uuid, role from ended where ${isInvited} and expires_at > public.shop_now()
    on conflict (user_id) do nothing`.execute(tx)
}
