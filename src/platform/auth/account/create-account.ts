import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AuthError } from '../auth-error.ts'

export type NewAccount = {
  /** A checked address, in lower case. */
  email: string
  /** Null: no sign-in by password yet. */
  passwordHash: string | null
  userMetadata?: Record<string, unknown> | undefined
  /** Whether `user_metadata` begins with `userMetadata` alone, without what the server knows of the address. */
  plainMetadata?: boolean | undefined
  /** Added to `provider` and `providers`; it may replace them. */
  appMetadata?: Record<string, unknown> | undefined
  confirmed?: boolean | undefined
  id?: string | undefined
  invited?: boolean | undefined
  /** Whether the account gets an email identity; every account that no provider created has one. */
  identity?: boolean | undefined
}

/** Creates an account and returns its id. Refuses 422 `email_exists` where the address, or the id, has one. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string> {
  const id = await createAccountUnlessThere(tx, account)
  if (id === null)
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  return id
}

/**
 * Creates an account and returns its id; null where the address has one, also one that a concurrent call created.
 * `user_metadata` and the identity's data begin with the same content, unless `plainMetadata`; no field
 * there replaces what the server sets.
 */
export async function createAccountUnlessThere(tx: Tx, account: NewAccount): Promise<string | null> {
  const {
    email,
    passwordHash,
    userMetadata = {},
    plainMetadata = false,
    appMetadata,
    confirmed = false,
    invited = false,
    identity = true,
  } = account
  const id = account.id ?? crypto.randomUUID()
  const data = { ...userMetadata, sub: id, email, email_verified: confirmed, phone_verified: false }
  const made = await tx
    .insertInto('auth.users')
    .values({
      id,
      email,
      encrypted_password: passwordHash,
      email_confirmed_at: confirmed ? now : null,
      invited_at: invited ? now : null,
      raw_app_meta_data: JSON.stringify({ provider: 'email', providers: ['email'], ...appMetadata }),
      raw_user_meta_data: JSON.stringify(identity && !plainMetadata ? data : userMetadata),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  if (identity) {
    await tx
      .insertInto('auth.identities')
      .values({
        provider: 'email',
        provider_id: id,
        user_id: id,
        identity_data: JSON.stringify(data),
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
  return id
}

const now = sql<Date>`public.shop_now()`
