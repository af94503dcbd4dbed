import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { type Account, findAccount, findAccountByEmail } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { countAttempt, type LoginAttempt, refuseWhileWaiting, resetFailures } from '../sign-in/login-throttle.ts'
import { hashCode, hashToken, mostWrongCodes } from './one-time-tokens.ts'

/** A row found by its link or its code. It may be gone when it is claimed. */
export type FoundToken = { id: string; userId: string }

type Types = readonly Tables['auth.one_time_tokens']['token_type'][]

/** Finds a link's token. The form with the prefix `pkce_` is a different token. */
export async function findByLink(accounts: AuthDeps, { token, types }: { token: string; types: Types }) {
  const { rows } = await accounts.db.asService((tx) =>
    sql<FoundToken>`select id, user_id as "userId" from auth.one_time_tokens
      where token_hash = ${hashToken(token)} and token_type::text = any(${types as string[]})
        and expires_at > public.shop_now()`.execute(tx),
  )
  return rows[0] ?? null
}

type TypedCode = { address: string; code: string; types: Types; agent: Agent }

/**
 * Tries a typed code for an address. Each try takes its number before the comparison, and is committed here, outside
 * the caller's transaction: of any number of concurrent tries, five are compared. An address without a code gets a row
 * as well, so that it takes as long as one with a code. A new e-mail allows five more tries, so wrong ones are counted
 * by address too, like passwords, whether it has a code or not: refuses 429 `over_request_rate_limit` during the delay.
 * The e-mail's link has no delay.
 */
export async function tryCode(
  accounts: AuthDeps,
  { address, code, types, agent }: TypedCode,
): Promise<FoundToken | null> {
  const key = accounts.keyedHash(address, 'letter pause')
  const { rows, tried, counter } = await accounts.db.asService(async (tx) => {
    const account = await findAccountByEmail(tx, address)
    const tried = { email: `code to\n${address}`, userId: account?.user.id ?? null, agent }
    const counter = await refuseWhileWaiting(accounts, tx, tried)
    const { rows } = await sql<FoundToken & { code_hash: string }>`
      with tried as (
        update auth.one_time_tokens set attempts = attempts + 1, updated_at = public.shop_now()
        where id in (select id from auth.one_time_tokens
          where relates_to = ${address} and token_type::text = any(${types as string[]})
            and expires_at > public.shop_now() and attempts < ${mostWrongCodes} order by id for update)
        returning id, user_id, code_hash
      ), decoy as (
        insert into private.leaky_buckets (kind, key_hash, last_token_at)
        select 'code tried', ${key}, public.shop_now() where not exists (select from tried)
        on conflict (kind, key_hash) do update set last_token_at = excluded.last_token_at
      )
      select id, user_id as "userId", code_hash from tried`.execute(tx)
    return { rows, tried, counter }
  })
  const right = rows.find((row) => row.code_hash === hashCode(accounts, { userId: row.userId, address, code }))
  await accounts.db.asService((tx) => (right ? resetFailures(tx, counter) : countFailure(accounts, tx, tried)))
  return right ? { id: right.id, userId: right.userId } : null
}

/** Of too many concurrent tries only those up to the limit are counted. */
async function countFailure(accounts: AuthDeps, tx: Tx, tried: LoginAttempt): Promise<void> {
  try {
    await countAttempt(accounts, tx, tried)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
  }
}

export type ClaimedToken = { account: Account; type: Tables['auth.one_time_tokens']['token_type'] }

/**
 * Consumes a token and returns its account, locked. Null if another call was faster, if it was replaced, or if the
 * account no longer has (or requests) the address it was sent to. Of concurrent calls one succeeds.
 */
export async function claimToken(tx: Tx, { id, userId }: FoundToken): Promise<ClaimedToken | null> {
  const account = await findAccount(tx, userId, { lock: true })
  if (!account) return null
  const claimed = await tx
    .deleteFrom('auth.one_time_tokens')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`public.shop_now()`)
    .returning(['token_type', 'relates_to'])
    .executeTakeFirst()
  if (!claimed) return null
  const { email, email_change } = account.user
  const address = claimed.token_type === 'email_change_token_new' ? email_change : email
  return address?.toLowerCase() === claimed.relates_to ? { account, type: claimed.token_type } : null
}
