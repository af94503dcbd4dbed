import { sql } from 'kysely'
import { shopNow, type Tx } from '#platform/database/db.ts'
import { type Agent, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { emailExists, mapTakenErrors } from '../auth-error.ts'
import { acceptInvitation } from '../invitations.ts'
import type { Challenge } from '../mail-links/flows.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { type Account, findAccountByEmail, setUser } from './account.ts'

type Confirmation = {
  account: Account
  agent: Agent
  /** The confirmed address, if it is not the account's yet. */
  email?: string
  /** The flow that this confirmation finishes; every other flow ends. */
  keepFlow?: string | undefined
}

/**
 * Confirms the address of an unconfirmed account, and returns whether it did: a confirmed one stays unchanged. Before
 * the confirmation, anyone may have used this account under another person's address. So everything from before ends:
 * sessions, password, second factors, known devices, other identities, everything pending. The password survives only
 * if the new session sets it again. An invitation to this address gives its role now.
 */
export async function confirmEmail(
  tx: Tx,
  { account: { user }, agent, email = user.email ?? undefined, keepFlow }: Confirmation,
): Promise<boolean> {
  if (user.email_confirmed_at) return false
  if (!email) throw new Error('There is no address to confirm')
  const userId = user.id
  await endSessions(tx, userId)
  await tx.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('private.known_devices').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).where('provider', '<>', 'email').execute()
  await voidTokens(tx, userId, { keepFlow })
  await setUser(tx, userId, {
    email,
    email_confirmed_at: shopNow,
    encrypted_password: null,
    password_expires_at: null,
    email_change: '',
    email_change_confirm_status: 0,
    phone_change: '',
  })
  await recordVerifiedEmail(tx, { userId, email })
  await acceptInvitation(tx, { userId, isInvited: email.toLowerCase() === user.email?.toLowerCase() })
  await recordAuthEvent(tx, { action: 'user_confirmed', userId, agent })
  return true
}

type EmailChange = { account: Account; email: string; redirectTo: string; challenge: Challenge | null }

/**
 * Begins to change the address of an account whose row is locked; `email` in lower case. Nothing changes until the new
 * address is confirmed, and the old one too where it is confirmed: an attacker in an open session must not take the
 * account. Without confirmation e-mails it changes at once. Refuses 422 `email_exists`, which reveals that the address
 * has an account, and 429 while either address had such an e-mail within a minute.
 */
export async function requestEmailChange(deps: AuthDeps, tx: Tx, change: EmailChange): Promise<void> {
  const { account, email } = change
  if (await findAccountByEmail(tx, email)) throw emailExists()
  if (deps.settings.autoconfirm) return setEmail(tx, account, email)
  // In one order, whichever is old and whichever new: two changes must not deadlock.
  for (const address of [account.user.email ?? '', email].filter(Boolean).sort()) {
    await throttleAuthEmail(deps, tx, { kind: 'email_change', address })
  }
  await sendEmailChangeLinks(deps, tx, change)
}

/** The e-mails of a change: to the new address, and to the old one if it is confirmed. */
export async function sendEmailChangeLinks(
  deps: AuthDeps,
  tx: Tx,
  { account, email: newEmail, redirectTo, challenge }: EmailChange,
): Promise<void> {
  const how = { account, redirectTo, challenge }
  const { email, email_confirmed_at } = account.user
  if (email && email_confirmed_at) {
    const data = { which: 'current', newEmail }
    await sendLink(deps, tx, { ...how, purpose: 'email_change_current', address: email, data })
  }
  // Without a confirmed address before, confirming this one removes the password.
  const data = { which: 'new', newEmail, ...(!email_confirmed_at && { setPassword: 'yes' }) }
  await sendLink(deps, tx, { ...how, purpose: 'email_change_new', address: newEmail, data })
}

async function setEmail(tx: Tx, { user: { id } }: Account, email: string): Promise<void> {
  await setUser(tx, id, { email, email_confirmed_at: shopNow, email_change: '', email_change_confirm_status: 0 })
  await recordVerifiedEmail(tx, { userId: id, email })
}

/**
 * One of an account's two addresses confirmed the change. The first confirmation is only recorded (`half`); the second
 * changes the address and ends every session and everything else pending. An account without a confirmed address needs
 * only the new one's confirmation, which confirms the account. Refuses 422 `email_exists` where the address was taken
 * meanwhile.
 */
export async function changeEmail(
  tx: Tx,
  { account, agent, keepFlow }: { account: Account; agent: Agent; keepFlow: string },
): Promise<'half' | 'done'> {
  const { user } = account
  const email = user.email_change
  if (!email) throw new Error('No change of address is asked for')
  if (user.email && user.email_confirmed_at && user.email_change_confirm_status !== 1) {
    await setUser(tx, user.id, { email_change_confirm_status: 1 })
    return 'half'
  }
  const other = await findAccountByEmail(tx, email)
  if (other && other.user.id !== user.id) throw emailExists()
  await mapTakenErrors<unknown>(
    user.email_confirmed_at
      ? replaceAddress(tx, { userId: user.id, email, keepFlow })
      : confirmEmail(tx, { account, agent, email, keepFlow }),
  )
  await recordAuthEvent(tx, { action: 'user_modified', userId: user.id, agent, details: { changed: 'email' } })
  return 'done'
}

async function replaceAddress(
  tx: Tx,
  { userId, email, keepFlow }: { userId: string; email: string; keepFlow: string },
) {
  await setUser(tx, userId, {
    email,
    email_confirmed_at: shopNow,
    email_change: '',
    email_change_confirm_status: 0,
  })
  await recordVerifiedEmail(tx, { userId, email })
  await endSessions(tx, userId)
  await voidTokens(tx, userId, { keepFlow })
}

/**
 * Writes this address, as verified, into the account's email identity and its metadata; creates a missing identity
 * and updates the list of providers.
 */
export async function recordVerifiedEmail(tx: Tx, { userId, email }: { userId: string; email: string }): Promise<void> {
  await writeOwnIdentity(tx, { userId, provider: 'email', data: { email, email_verified: true } })
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

type OwnIdentity = { userId: string; provider: 'email' | 'phone'; data: Record<string, unknown> }

/** Updates an account's own identity of its address or number, and creates it if it is missing. */
export async function writeOwnIdentity(tx: Tx, { userId, provider, data }: OwnIdentity): Promise<void> {
  const identityData = JSON.stringify({ sub: userId, ...data })
  await sql`insert into auth.identities (provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (${provider}, ${userId}, ${userId},
      '{"email_verified": false, "phone_verified": false}'::jsonb || ${identityData}::jsonb, public.shop_now(), public.shop_now())
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || ${identityData}::jsonb, updated_at = public.shop_now()`.execute(
    tx,
  )
}
