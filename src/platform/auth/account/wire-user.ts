import type { Account, Factor, Identity } from './account.ts'

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
