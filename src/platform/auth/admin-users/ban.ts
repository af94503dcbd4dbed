import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/**
 * Bans an account for `seconds`; zero or less ends a ban. Its sessions end and do not return after the ban; during the
 * ban their requests are refused with the ban as the reason.
 */
export async function banUser(tx: Tx, userId: string, seconds: number): Promise<void> {
  if (seconds <= 0) {
    const { banned_until: was } = await tx
      .selectFrom('auth.users')
      .select('banned_until')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    if (was) await endSessions(tx, userId)
    await tx.updateTable('auth.users').set({ banned_until: null }).where('id', '=', userId).execute()
    return
  }
  const until = sql<Date>`public.shop_now() + ${seconds} * interval '1 second'`
  await tx.updateTable('auth.users').set({ banned_until: until }).where('id', '=', userId).execute()
  await tx.updateTable('auth.sessions').set({ not_after: until }).where('user_id', '=', userId).execute()
}
