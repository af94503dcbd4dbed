import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Account, findAccountByEmail, selectAccounts } from '../account/account.ts'
import { AuthError } from '../auth-error.ts'
import { isUuid } from '../read-body.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/**
 * A user by id, soft-deleted ones included: the service sees all. Refuses 404 `validation_failed` (no id), 404
 * `user_not_found`. `lock` keeps the row until the transaction ends.
 */
export async function getUser(tx: Tx, id: string, { lock = false } = {}): Promise<Account> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const [account] = await selectAccounts(tx, sql`where u.id = ${id}::uuid ${lock ? sql`for update of u` : sql``}`)
  if (!account) throw new AuthError(404, 'user_not_found', 'User not found')
  return account
}

/** Refuses 422 `email_exists` or `phone_exists` if another account has one of them. */
export async function requireFree(
  tx: Tx,
  { email, phone, except }: { email?: string | undefined; phone?: string | undefined; except?: string },
): Promise<void> {
  const owner = email === undefined ? null : await findAccountByEmail(tx, email)
  if (owner && owner.user.id !== except) throw emailExists()
  if (phone === undefined) return
  const { rows } = await sql<{ id: string }>`select id from auth.users where phone = ${phone}`.execute(tx)
  if (rows[0] && rows[0].id !== except) throw phoneExists()
}

/**
 * Maps the database's unique violation to the same error: two concurrent calls may both have found the address free.
 */
export async function mapTakenErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'users_email_key') throw emailExists(error)
    if (code === '23505' && constraint === 'users_phone_key') throw phoneExists(error)
    throw error
  }
}

export function emailExists(cause?: unknown): AuthError {
  return taken('email_exists', 'A user with this email address has already been registered', cause)
}

function phoneExists(cause?: unknown): AuthError {
  return taken('phone_exists', 'A user with this phone number has already been registered', cause)
}

function taken(code: string, message: string, cause: unknown): AuthError {
  return new AuthError(422, code, message, cause === undefined ? {} : { cause })
}

type Known = { userId: string; provider: 'email' | 'phone'; data: Record<string, unknown> }

/** Updates an account's own identity of its address or number, and creates it if it is missing. */
export async function writeOwnIdentity(tx: Tx, { userId, provider, data }: Known): Promise<void> {
  const identityData = JSON.stringify({ sub: userId, ...data })
  await sql`insert into auth.identities (provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (${provider}, ${userId}, ${userId},
      '{"email_verified": false, "phone_verified": false}'::jsonb || ${identityData}::jsonb, public.shop_now(), public.shop_now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || ${identityData}::jsonb, updated_at = public.shop_now()`.execute(
    tx,
  )
}

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
