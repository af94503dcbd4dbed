import { type Selectable, sql, type UpdateObject } from 'kysely'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Role } from '../roles.ts'

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
export type Account = {
  user: User
  identities: Identity[]
  factors: Factor[]
  /** Of the back office; null for customers. */
  staffRole: Role | null
  isBanned: boolean
  /** Whether the password was generated and has expired. */
  isPasswordExpired: boolean
}

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
  const { rows } = await sql<User & Omit<Account, 'user'>>`
    select u.*,
      (select coalesce(json_agg(i order by i.created_at, i.id), '[]') from auth.identities i where i.user_id = u.id)
        as identities,
      (select coalesce(json_agg(f order by f.created_at, f.id), '[]') from auth.mfa_factors f where f.user_id = u.id
        and (f.status = 'verified' or f.created_at > public.shop_now() - interval '300 seconds'
          or (f.created_at > public.shop_now() - interval '1 day'
            and exists (select from auth.mfa_challenges m where m.factor_id = f.id)))) as factors,
      (select r.role from public.user_roles r where r.user_id = u.id) as "staffRole",
      coalesce(u.banned_until > public.shop_now(), false) as "isBanned",
      coalesce(u.password_expires_at <= public.shop_now(), false) as "isPasswordExpired"
    from auth.users u ${picked}`.execute(tx)
  return rows.map(({ identities, factors, staffRole, isBanned, isPasswordExpired, ...user }) => {
    return { user, identities, factors, staffRole, isBanned, isPasswordExpired }
  })
}

/** Changes columns of a user, and the time of the last change. */
export async function setUser(tx: Tx, id: string, columns: UpdateObject<Tables, 'auth.users'>): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ ...columns, updated_at: shopNow })
    .where('id', '=', id)
    .execute()
}

/** A user in the API's form: texts are always present, times only if they are set. */
export type WireUser = { id: string; email: string; phone: string; [field: string]: unknown }

export function toWireUser({ user, identities, factors }: Account): WireUser {
  return {
    id: user.id,
    aud: user.aud || 'authenticated',
    role: user.role || 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...known({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change || null,
      email_change_sent_at: user.email_change_sent_at,
      new_phone: user.phone_change || null,
      phone_change_sent_at: user.phone_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(factors.length > 0 && { factors: factors.map(toWireFactor) }),
    identities: identities.map(toWireIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
}

/** Two ids: `identity_id` is ours, `id` the provider's name for the person. */
function toWireIdentity(identity: Identity): object {
  const { id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email } = identity
  return {
    identity_id: id,
    id: provider_id,
    user_id,
    identity_data,
    provider,
    last_sign_in_at: last_sign_in_at ?? created_at,
    created_at,
    updated_at,
    ...known({ email }),
  }
}

/** The secret never leaves. */
export function toWireFactor(factor: Factor): object {
  const { id, created_at, updated_at, status, friendly_name, factor_type, phone, last_challenged_at } = factor
  return {
    id,
    created_at,
    updated_at,
    status,
    ...known({ friendly_name: friendly_name || null }),
    factor_type,
    phone: phone ?? '',
    last_challenged_at,
  }
}

function known(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
