import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

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
