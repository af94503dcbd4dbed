import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import { type Account, findAccountByEmail, selectAccounts, setUser } from '../account/account.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, emailExists, invalid, phoneExists } from '../auth-error.ts'
import { hashQueued, isVerifiable } from '../passwords/password.ts'
import { validatePassword } from '../passwords/validate-password.ts'
import { isUuid, mergeMetadata, metadata, optionalText } from '../read-body.ts'
import { endSessions } from '../sessions/end-sessions.ts'

/** The fields of a user that a request with the service key can set; null and empty texts count as absent. */
export const userParams = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  password_hash: optionalText,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  role: optionalText.refine((role) => role === undefined || role.length <= 255, 'is longer than 255 characters'),
  id: optionalText,
  ban_duration: optionalText,
})

export type UserParams = z.output<typeof userParams>

/**
 * The password hash to store: computed from `password`, or `password_hash` unchanged; null if the request has neither.
 * Refuses 400 `validation_failed` (both, or a hash that no sign-in could check), 422 `weak_password`.
 */
export async function readPasswordHash(
  deps: AuthDeps,
  { password, password_hash: hash }: UserParams,
  { email, isStaff }: { email: string; isStaff: boolean },
): Promise<string | null> {
  if (password && hash) throw invalid('Only a password or a password hash should be provided')
  if (hash) {
    // The column's length, and the supported forms.
    if (hash.length > 255 || !isVerifiable(hash)) throw invalid('password_hash is neither bcrypt nor argon2')
    return hash
  }
  if (!password) return null
  await validatePassword(deps, { password, email, isStaff })
  return hashQueued(password)
}

/** Metadata changed key by key, in the column's form; undefined leaves it unchanged. */
export function mergedJson(stored: unknown, changes: Record<string, unknown> | null | undefined): string | undefined {
  return changes ? JSON.stringify(mergeMetadata(stored, changes)) : undefined
}

const seconds: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3_600 }
// Sticky: every part begins where the last one ended.
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy
/** 64 bits of nanoseconds, some 292 years: the limit of Go's durations. */
const longest = 9_223_372_036

/**
 * The length of a ban in seconds; 0 for `none`, which ends a ban. Durations are Go's, as in GoTrue: `24h`, `1h30m`,
 * `-1.5h`. Refuses 400 `validation_failed`.
 */
export function readBanDuration(text: string): number {
  if (text === 'none') return 0
  const [, sign, rest = ''] = /^([+-]?)(.+)$/.exec(text) ?? []
  if (rest === '0') return 0
  const parts = [...rest.matchAll(part)]
  const isWhole = rest !== '' && parts.map(([each]) => each).join('') === rest
  const total = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (seconds[unit] ?? 0), 0)
  if (!isWhole || total > longest) throw invalid(`invalid format for ban duration: "${text.slice(0, 50)}"`)
  return sign === '-' ? -total : total
}

/**
 * A user by id, soft-deleted ones included: the service sees all. Refuses 404 `validation_failed` (no id), 404
 * `user_not_found`. `lock` keeps the row until the transaction ends.
 */
export async function getUser(tx: Tx, id: string, { lock = false } = {}): Promise<Account> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  if (lock) await sql`select from auth.users where id = ${id}::uuid for update`.execute(tx)
  const [account] = await selectAccounts(tx, sql`where u.id = ${id}::uuid`)
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
    await setUser(tx, userId, { banned_until: null })
    return
  }
  const until = sql<Date>`public.shop_now() + ${seconds} * interval '1 second'`
  await setUser(tx, userId, { banned_until: until })
  await tx.updateTable('auth.sessions').set({ not_after: until }).where('user_id', '=', userId).execute()
}
