import type { Db, Tx } from '#platform/database/db.ts'
import type { Seal } from '#platform/secrets/secrets.ts'
import { localAgent, recordAuthEvent } from '../audit.ts'
import { createSigningKey, type TokenAlgorithm } from './signing-keys.ts'

/** Ends every session of a user, or all but one. Their access tokens are refused within a second. */
export async function endSessions(tx: Tx, userId: string, { except }: { except?: string | undefined } = {}) {
  let ending = tx.deleteFrom('auth.sessions').where('user_id', '=', userId)
  if (except !== undefined) ending = ending.where('id', '<>', except)
  await ending.execute()
}

/**
 * SQL that ends what lets people in without a password: a database of an earlier moment has sessions, links and keys
 * that were ended since. Dependent rows first: a restore runs this without the triggers of foreign keys.
 */
export const endEarlierAccess: readonly string[] = [
  'delete from auth.refresh_tokens',
  'delete from auth.mfa_amr_claims',
  'delete from auth.mfa_challenges',
  'delete from auth.sessions',
  'delete from auth.one_time_tokens',
  'delete from auth.flow_state',
  'delete from private.signing_keys',
]

/** Follows `endEarlierAccess`: makes a new signing key, and records in the audit log that everyone was signed out. */
export async function renewAccess(db: Db, seal: Seal, algorithm: TokenAlgorithm): Promise<void> {
  await db.asService(async (tx) => {
    if (algorithm !== 'HS256') await createSigningKey(tx, seal, algorithm)
    const details = { scope: 'everyone', by: 'command line' }
    await recordAuthEvent(tx, { action: 'logout', userId: null, agent: localAgent, details })
  })
}
