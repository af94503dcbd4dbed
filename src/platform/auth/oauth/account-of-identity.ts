import { readShopNow, type Tx } from '#platform/database/db.ts'
import { type Account, findAccount, findAccountByEmail, setUser } from '../account/account.ts'
import { createAccount } from '../account/create-account.ts'
import { confirmEmail } from '../account/email-address.ts'
import { type Agent, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { queueAuthEmail } from '../queue-auth-email.ts'
import { findIdentity, identityTaken, saveIdentity } from './identities.ts'
import type { ProviderIdentity } from './provider-claims.ts'

type Arrival = { identity: ProviderIdentity; agent: Agent }

/**
 * Finds or creates the account of a provider's user: the account with this identity; else the account of
 * the address, if the provider has verified it; else a new one. Links the identity to it, and returns its id. Refuses
 * 403 user_banned, 422 provider_email_needs_verification and signup_disabled. An unverified address never opens an
 * existing account.
 */
export async function accountOfIdentity(deps: AuthDeps, tx: Tx, arrival: Arrival): Promise<string> {
  const { identity, agent } = arrival
  const { email, emailVerified } = identity
  const { autoconfirm, unverifiedSignIn } = deps.settings
  const owner = await ownerOf(tx, identity)
  if (!owner && !(email && (emailVerified || autoconfirm))) throw needsVerification(identity)
  const account = owner ?? (await findAccountByEmail(tx, email ?? '', { lock: true }))
  if (!account) return createNewAccount(deps, tx, { ...arrival, email: email ?? '' })
  if (!owner && !emailVerified) throw needsVerification(identity)
  refuseBanned(account)
  const { id, email: ownEmail, email_confirmed_at: confirmed } = account.user
  if (!confirmed && emailVerified && email === ownEmail?.toLowerCase()) {
    await resetAndJoin(tx, { ...arrival, account })
  } else {
    if (!confirmed && !unverifiedSignIn) throw needsVerification(identity)
    await saveIdentity(tx, id, identity)
  }
  if (owner) return id
  await announce(deps, tx, { ...arrival, account })
  const details = { provider: identity.provider, by: 'verified address' }
  await recordAuthEvent(tx, { action: 'identity_linked', userId: id, agent, details })
  return id
}

/**
 * The account with this identity, locked; null if there is none. Read again under the lock: a confirmation that came
 * first may have removed the identity, which must not return.
 */
async function ownerOf(tx: Tx, identity: ProviderIdentity): Promise<Account | null> {
  const known = await findIdentity(tx, identity)
  if (!known) return null
  const account = await findAccount(tx, known.user_id, { lock: true })
  if (!account) throw new AuthError(403, 'user_not_found', 'This account is no longer there')
  return account.identities.some(({ id }) => id === known.id) ? account : null
}

/**
 * The provider proves who owns the address of an unconfirmed account. Another person may have created it: nothing of
 * theirs stays, neither credentials nor metadata.
 */
async function resetAndJoin(tx: Tx, arrival: Arrival & { account: Account }): Promise<void> {
  const { identity, agent, account } = arrival
  const { id } = account.user
  await confirmEmail(tx, { account, agent })
  await tx.deleteFrom('auth.identities').where('user_id', '=', id).execute()
  await setUser(tx, id, { encrypted_password: null, raw_user_meta_data: JSON.stringify(identity.data) })
  await saveIdentity(tx, id, identity)
}

async function createNewAccount(
  { settings }: AuthDeps,
  tx: Tx,
  { identity, agent, email }: Arrival & { email: string },
): Promise<string> {
  if (!settings.signups) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  const userId = await createAccount(tx, {
    email,
    passwordHash: null,
    userMetadata: identity.data,
    confirmed: true,
    identity: false,
  })
  await saveIdentity(tx, userId, identity)
  const details = { provider: identity.provider }
  await recordAuthEvent(tx, { action: 'user_signedup', userId, agent, details })
  return userId
}

/** Links an identity to the account of the signed-in caller. Refuses 422 `identity_already_exists`. */
export async function linkIdentity(deps: AuthDeps, tx: Tx, arrival: Arrival & { account: Account }): Promise<void> {
  const { identity, agent, account } = arrival
  const { user } = account
  const taken = await findIdentity(tx, identity)
  if (taken) throw identityTaken(taken.user_id === user.id ? '' : ' to another user')
  await saveIdentity(tx, user.id, identity)
  await announce(deps, tx, arrival)
  const details = { provider: identity.provider, by: 'request' }
  await recordAuthEvent(tx, { action: 'identity_linked', userId: user.id, agent, details })
}

/** Writes to the confirmed address: a minute in an open session must not become a lasting way in. */
async function announce(deps: AuthDeps, tx: Tx, { identity, agent, account }: Arrival & { account: Account }) {
  const { id, email, email_confirmed_at: confirmed } = account.user
  if (!email || !confirmed) return
  const data = { provider: identity.provider, at: (await readShopNow(tx)).toISOString(), device: agent.userAgent }
  await queueAuthEmail(deps, tx, { kind: 'identity_linked', userId: id, recipient: email, data })
}

export function refuseBanned({ isBanned }: Account): void {
  if (isBanned) throw new AuthError(403, 'user_banned', 'User is banned')
}

function needsVerification({ provider }: ProviderIdentity): AuthError {
  return new AuthError(
    422,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
}

/**
 * Runs a sign-in's transaction again, once, if a concurrent call created the same account or identity: the second run
 * finds it.
 */
export async function retryOnRace<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isRace(error)) throw error
    return work()
  }
}

/** A unique key was taken meanwhile, or createAccount found the address taken. */
function isRace(error: unknown): boolean {
  if (error instanceof AuthError) return error.code === 'email_exists'
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
}
