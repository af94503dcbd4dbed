import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { type Identity, setUser } from '../account/account.ts'
import { AuthError } from '../auth-error.ts'
import { mergeProfile, type ProviderIdentity } from './provider-claims.ts'

/** The stored identity of a provider's user; null if no account has it. */
export async function findIdentity(tx: Tx, { provider, subject }: ProviderIdentity): Promise<Identity | null> {
  const { rows } = await sql<{ identity: Identity }>`select to_json(i) as identity from auth.identities i
    where i.provider = ${provider} and i.provider_id = ${subject}`.execute(tx)
  return rows[0]?.identity ?? null
}

/** 422 `identity_already_exists`, with a text about its owner. */
export function identityTaken(whose = ''): AuthError {
  return new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`)
}

/**
 * Links an identity to an account, or updates the provider's claims. Fields the user wrote stay; the rest of the
 * profile follows the provider. Refuses 422 `identity_already_exists` where another account was faster.
 */
export async function saveIdentity(tx: Tx, userId: string, identity: ProviderIdentity): Promise<void> {
  const former = await findIdentity(tx, identity)
  const { rows: saved } = await sql`insert into auth.identities
      (provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    values (${identity.provider}, ${identity.subject}, ${userId}, ${JSON.stringify(identity.data)}::jsonb,
      public.shop_now(), public.shop_now(), public.shop_now())
    on conflict (provider_id, provider) do update
      set identity_data = excluded.identity_data, last_sign_in_at = excluded.last_sign_in_at,
        updated_at = excluded.updated_at
      where auth.identities.user_id = excluded.user_id
    returning id`.execute(tx)
  if (!saved[0]) throw identityTaken(' to another user')
  const { raw_user_meta_data: written } = await tx
    .selectFrom('auth.users')
    .select('raw_user_meta_data')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const profile = mergeProfile((written ?? {}) as Record<string, unknown>, former?.identity_data ?? {}, identity.data)
  await setUser(tx, userId, { raw_user_meta_data: JSON.stringify(profile) })
  await nameProviders(tx, userId)
}

/** Updates `app_metadata` with the account's providers, the oldest first, as GoTrue does. */
export async function nameProviders(tx: Tx, userId: string): Promise<void> {
  await sql`update auth.users u
    set raw_app_meta_data = u.raw_app_meta_data || jsonb_build_object('provider', has.names -> 0, 'providers', has.names)
    from (select jsonb_agg(provider order by first, provider) as names
      from (select provider, min(created_at) as first from auth.identities where user_id = ${userId} group by provider) each)
      has
    where u.id = ${userId} and has.names is not null`.execute(tx)
}

/**
 * Follows a new password, the first one too: a person who had the old password, or a minute in an open session, may
 * have linked an account of their own at a provider, which would stay a way in. One with the account's own address,
 * verified by the provider, stays: its owner may sign in anyway.
 */
export async function unlinkForeignIdentities(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth.identities i using auth.users u
    where u.id = ${userId} and i.user_id = u.id and u.email <> '' and i.provider not in ('email', 'phone')
      and (i.identity_data @> '{"email_verified": true}' and lower(i.identity_data ->> 'email') = lower(u.email)) is not true
    `.execute(tx)
  await nameProviders(tx, userId)
}
