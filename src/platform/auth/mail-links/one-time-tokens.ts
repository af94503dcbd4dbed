import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { setUser } from '../account/account.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { tryAgain } from '../auth-error.ts'

/** The purpose of a link or a code. */
export type TokenPurpose =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'

const minute = 60
const day = 86_400
const liveSeconds: Record<TokenPurpose, number> = {
  signup: day,
  invite: 7 * day,
  recovery: 10 * minute,
  magiclink: 10 * minute,
  email_change_new: day,
  email_change_current: day,
  reauthentication: 10 * minute,
}

/** A token made from six digits can be guessed, so it expires after this time. */
const longestDerivedSeconds = 60 * minute

/** The number of wrong codes that voids a code. The link of the same e-mail, which cannot be guessed, stays valid. */
export const mostWrongCodes = 5

export type NewToken = {
  userId: string
  type: Tables['auth.one_time_tokens']['token_type']
  purpose: TokenPurpose
  /** The recipient; for `email_change_new` the account's future address. */
  address: string
  /** Of a PKCE flow: the token has its prefix, and its link returns a code instead of a session. */
  flow?: boolean
  /** The token made from address and code, as GoTrue does. For the service alone: six digits can be guessed. */
  derived?: boolean
}

/** `token` is in links, `code` is typed; `id` is the row's, and its flow's if there is one. */
export type IssuedToken = { id: string; token: string; code: string; expiresAt: Date }

/**
 * Creates a link's token and a code of six digits, two forms of one row; an earlier row of that type ends. Only hashes
 * are stored. A new request for a change of address stores the address and resets both confirmations. Refuses 409
 * `conflict` where the account was erased meanwhile.
 */
export async function issueToken(deps: AuthDeps, tx: Tx, newToken: NewToken): Promise<IssuedToken> {
  const { userId, type, purpose, flow = false, derived = false } = newToken
  const address = newToken.address.toLowerCase()
  const id = randomUUID()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const seconds = Math.min(liveSeconds[purpose], derived ? longestDerivedSeconds : liveSeconds[purpose])
  const token = (flow ? 'pkce_' : '') + (derived ? derive(address, code) : randomBytes(28).toString('hex'))
  // The account first, as everywhere: redeeming a token waits for replacing it.
  const { rows: there } = await sql`select from auth.users where id = ${userId} for update`.execute(tx)
  if (!there[0]) throw tryAgain()
  await endFlowOf(tx, userId, type)
  const { rows } = await sql<{ expires_at: Date }>`
    insert into auth.one_time_tokens
      (id, user_id, token_type, token_hash, code_hash, relates_to, purpose, created_at, updated_at, expires_at)
    values (${id}, ${userId}, ${type}, ${hashToken(token)}, ${hashCode(deps, { userId, address, code })},
      ${address}, ${purpose}, public.shop_now(), public.shop_now(),
      public.shop_now() + ${seconds} * interval '1 second')
    on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
      code_hash = excluded.code_hash, relates_to = excluded.relates_to, purpose = excluded.purpose, attempts = 0,
      created_at = excluded.created_at, updated_at = excluded.updated_at, expires_at = excluded.expires_at
    returning expires_at`.execute(tx)
  const expiresAt = rows[0]?.expires_at
  if (!expiresAt) throw new Error('A token was not written')
  if (type === 'email_change_token_new' || type === 'email_change_token_current') {
    await setUser(tx, userId, {
      email_change_confirm_status: 0,
      ...(type === 'email_change_token_new' && { email_change: address }),
    })
  }
  return { id, token, code, expiresAt }
}

/**
 * Ends everything pending for an account: links, codes, and sign-ins begun elsewhere, including those that would link
 * an identity to it. `keepFlow` is the flow that is being finished.
 */
export async function voidTokens(tx: Tx, userId: string, { keepFlow }: { keepFlow?: string | undefined } = {}) {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
  let ending = tx
    .deleteFrom('auth.flow_state')
    .where((flow) => flow.or([flow('user_id', '=', userId), flow('linking_target_id', '=', userId)]))
  if (keepFlow !== undefined) ending = ending.where('id', '<>', keepFlow)
  await ending.execute()
}

/** The stored form of a link's token: it is random, so a plain hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The stored form of a code: under the shop's key, since a million codes are quickly tried. */
export function hashCode(
  { keyedHash }: Pick<AuthDeps, 'keyedHash'>,
  { userId, address, code }: { userId: string; address: string; code: string },
): string {
  return keyedHash(`${userId}\n${address}\n${code}`, 'one-time code')
}

/** GoTrue's form: lower-case hex SHA-224 of address and code. */
function derive(address: string, code: string): string {
  return createHash('sha224').update(`${address}${code}`).digest('hex')
}

async function endFlowOf(tx: Tx, userId: string, type: Tables['auth.one_time_tokens']['token_type']): Promise<void> {
  await sql`delete from auth.flow_state where id in
    (select id from auth.one_time_tokens where user_id = ${userId} and token_type = ${type})`.execute(tx)
}
