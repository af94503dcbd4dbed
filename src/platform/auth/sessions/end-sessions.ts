import type { Tx } from '#platform/database/db.ts'

/** Ends every session of a user, or all but one. Their access tokens are refused within a second. */
export async function endSessions(tx: Tx, userId: string, { except }: { except?: string | undefined } = {}) {
  let ending = tx.deleteFrom('auth.sessions').where('user_id', '=', userId)
  if (except !== undefined) ending = ending.where('id', '<>', except)
  await ending.execute()
}

/** Ends one session of a user. */
export async function endSession(tx: Tx, userId: string, sessionId: string): Promise<void> {
  await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).where('id', '=', sessionId).execute()
}
