import { type Selectable, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'

/** Rows inside JSON: times are text, as PostgreSQL writes them. */
type InJson<Row> = { [Column in keyof Row]: Row[Column] extends Date | null ? string | null : Row[Column] }

export type User = Selectable<Tables['auth.users']>
export type Identity = Omit<InJson<Selectable<Tables['auth.identities']>>, 'identity_data'> & {
  identity_data: Record<string, unknown>
}
export type Factor = InJson<Selectable<Tables['auth.mfa_factors']>>

/**
 * A user with everything that belongs to the account, as it is in this transaction. An unfinished factor does not count
 * after 300 s without a challenge or after a day, whether or not its row was swept yet.
 */
export type Account = { user: User; identities: Identity[]; factors: Factor[]; isAdmin: boolean }

/** The account with this id; null where there is none. `lock` keeps the user's row until the transaction ends. */
export async function findAccount(tx: Tx, id: string, { lock = false } = {}): Promise<Account | null> {
  return first(tx, sql`u.id = ${id}::uuid`, lock)
}

/** The account of an address, in any case; null if there is none. */
export async function findAccountByEmail(tx: Tx, email: string, { lock = false } = {}): Promise<Account | null> {
  return first(tx, sql`lower(u.email) = ${email.toLowerCase()} and u.is_sso_user = false`, lock)
}

/** The same account, read again after a change. */
export async function reloadAccount(tx: Tx, id: string): Promise<Account> {
  const account = await findAccount(tx, id)
  if (!account) throw new Error(`The account ${id} has gone`)
  return account
}

async function first(tx: Tx, condition: ReturnType<typeof sql>, lock: boolean): Promise<Account | null> {
  const picked = sql`where u.deleted_at is null and (${condition})`
  if (!lock) return (await selectAccounts(tx, picked))[0] ?? null
  // A separate statement: after waiting for the lock, the first one would return the identities and factors from
  // before.
  const { rows } = await sql<{ id: string }>`select u.id from auth.users u ${picked} for update of u`.execute(tx)
  return rows[0] ? first(tx, sql`u.id = ${rows[0].id}::uuid`, false) : null
}

/** Every account that `picked` selects: the text after `from auth.users u`, deleted ones included. */
export async function selectAccounts(tx: Tx, picked: ReturnType<typeof sql>): Promise<Account[]> {
  const { rows } = await sql<User & { its_identities: Identity[]; its_factors: Factor[]; is_admin: boolean }>`
    select u.*,
      (select coalesce(json_agg(i order by i.created_at, i.id), '[]') from auth.identities i where i.user_id = u.id)
        as its_identities,
      (select coalesce(json_agg(f order by f.created_at, f.id), '[]') from auth.mfa_factors f where f.user_id = u.id
        and (f.status = 'verified' or f.created_at > public.shop_now() - interval '300 seconds'
          or (f.created_at > public.shop_now() - interval '1 day'
            and exists (select from auth.mfa_challenges m where m.factor_id = f.id)))) as its_factors,
      exists (select from public.user_roles r where r.user_id = u.id and r.role = 'admin') as is_admin
    from auth.users u ${picked}`.execute(tx)
  return rows.map(({ its_identities, its_factors, is_admin, ...user }) => ({
    user,
    identities: its_identities,
    factors: its_factors,
    isAdmin: is_admin,
  }))
}

/** Whether the account's password was generated and has expired. */
export async function isPasswordExpired(tx: Tx, { password_expires_at }: User): Promise<boolean> {
  if (!password_expires_at) return false
  const { rows } = await sql<{
    expired: boolean
  }>`select ${password_expires_at}::timestamptz <= public.shop_now() as expired`.execute(tx)
  return rows[0]?.expired ?? true
}

/** Whether the account is banned or deleted. Times are the shop's: SQL compares `bannedUntil` where it decides. */
export async function isBanned(tx: Tx, { banned_until }: User): Promise<boolean> {
  if (!banned_until) return false
  const { rows } = await sql<{
    banned: boolean
  }>`select ${banned_until}::timestamptz > public.shop_now() as banned`.execute(tx)
  return rows[0]?.banned ?? true
}
