import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Writes this address, as verified, into the account's email identity and its metadata; creates a missing identity
 * and updates the list of providers.
 */
export async function recordVerifiedEmail(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
  const data = JSON.stringify({ sub: userId, email, email_verified: true })
  await sql`insert into auth.identities (provider, provider_id, user_id, identity_data, created_at, updated_at)
    values ('email', ${userId}, ${userId}, ${data}::jsonb || '{"phone_verified": false}', public.shop_now(), public.shop_now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || ${data}::jsonb, updated_at = public.shop_now()`.execute(tx)
  // Metadata belongs to the user: the address is updated there only if it is present.
  await sql`update auth.users set
      raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
        || case when raw_user_meta_data ? 'email' then jsonb_build_object('email', ${email}::text) else '{}' end,
      raw_app_meta_data = raw_app_meta_data || (
        select jsonb_build_object('providers', jsonb_agg(provider order by since, provider), 'provider',
          case when bool_or(provider = raw_app_meta_data ->> 'provider') then raw_app_meta_data ->> 'provider'
            else (array_agg(provider order by since, provider))[1] end)
        from (select provider, min(created_at) as since from auth.identities where user_id = ${userId} group by provider) own)
    where id = ${userId}`.execute(tx)
}
