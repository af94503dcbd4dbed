import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { limit } from '#platform/http/limits/client-ip.ts'
import { findAccountByEmail, type Identity, setUser } from '../account/account.ts'
import { type Agent, agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { type Caller, findCaller } from '../caller.ts'
import { isVerified, methodOf } from '../factors/factor.ts'
import { voidTokens } from '../mail-links/one-time-tokens.ts'
import { isUuid } from '../read-body.ts'
import { nameProviders } from './identities.ts'
import { markLinkingBrowser, readProvider, sendToProvider } from './oauth.api.ts'

/** The identities of the caller's own account. */
export function identitiesApi(deps: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .get('/user/identities/authorize', limit('auth.identities', { max: 30, perSeconds: 300 }), async (c) => {
      const { account, sessionId } = await deps.db.asService(async (tx) => {
        const caller = await findLinkingCaller(deps, tx, c)
        await requireFreshSession(tx, caller)
        return caller
      })
      const provider = readProvider(deps, c)
      const link = { userId: account.user.id, sessionId }
      const { url, state } = await sendToProvider(deps, c, { provider, link })
      markLinkingBrowser(c, deps.siteUrl, state)
      return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
    })
    .delete('/user/identities/:id', limit('auth.identities', { max: 30, perSeconds: 300 }), async (c) => {
      const id = c.req.param('id')
      await deps.db.asService(async (tx) => {
        const caller = await findLinkingCaller(deps, tx, c)
        if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
        await unlinkIdentity(tx, { caller, identityId: id.toLowerCase(), agent: agentOf(c) })
      })
      return c.json({})
    })
}

/**
 * A caller who may change the account's identities, with its row locked. Refuses what `findCaller` does, 404
 * `manual_linking_disabled`, and 403 `insufficient_aal` for a session without the account's second factor.
 */
export async function findLinkingCaller(deps: AuthDeps, tx: Tx, c: Context<Env>): Promise<Caller> {
  const caller = await findCaller(deps, tx, c, { lock: true })
  if (!deps.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
  if (caller.account.factors.some(isVerified) && caller.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to change linked identities')
  }
  return caller
}

/**
 * Refuses 403 `reauthentication_needed` if the last sign-in of the caller's session is more than ten minutes ago: a
 * minute in an open session must not become a lasting way in. A second factor is no sign-in: it may have been added in
 * that minute.
 */
export async function requireFreshSession(tx: Tx, { sessionId }: Pick<Caller, 'sessionId'>): Promise<void> {
  if (sessionId === null) return
  const { rows } = await sql<{ isFresh: boolean }>`
    select coalesce(max(updated_at) > public.shop_now() - interval '10 minutes', false) as "isFresh"
      from auth.mfa_amr_claims
      where session_id = ${sessionId} and authentication_method <> all(${Object.values(methodOf)})`.execute(tx)
  if (rows[0]?.isFresh) return
  throw new AuthError(403, 'reauthentication_needed', 'Please sign in again before you change how you sign in')
}

type Unlinking = { caller: Pick<Caller, 'account' | 'sessionId'>; identityId: string; agent: Agent }

/**
 * Removes an identity from an account whose row is locked. Refuses 422 `single_identity_not_deletable`,
 * `identity_not_found` and `email_conflict_identity_not_deletable`, and 403 `reauthentication_needed` if the identity
 * has the account's own address, as the email identity has, and the sign-in is not recent. Without the email identity
 * the password is removed too. If no remaining identity has the account's address, the account takes one that its
 * provider has verified; never another one.
 */
export async function unlinkIdentity(tx: Tx, { caller, identityId, agent }: Unlinking): Promise<void> {
  const { user, identities } = caller.account
  if (identities.length <= 1) {
    const message = 'User must have at least 1 identity after unlinking'
    throw new AuthError(422, 'single_identity_not_deletable', message)
  }
  const leaving = identities.find(({ id }) => id === identityId)
  if (!leaving) throw new AuthError(422, 'identity_not_found', 'Identity doesn’t exist')
  if (leaving.email && leaving.email === user.email?.toLowerCase()) await requireFreshSession(tx, caller)
  const staying = identities.filter((each) => each !== leaving)
  await tx.deleteFrom('auth.identities').where('id', '=', identityId).where('user_id', '=', user.id).execute()
  if (leaving.provider === 'email') {
    const none = { encrypted_password: null, password_expires_at: null }
    await setUser(tx, user.id, none)
    await voidTokens(tx, user.id)
  }
  const address = addressLeft(user.email, staying)
  if (address) await takeAddress(tx, user.id, address)
  await nameProviders(tx, user.id)
  await setUser(tx, user.id, {})
  const details = { provider: leaving.provider }
  await recordAuthEvent(tx, { action: 'identity_unlinked', userId: user.id, agent, details })
}

/** The account's new address, if it changes; null if it keeps its own. */
function addressLeft(present: string | null, staying: Identity[]): string | null {
  if (staying.some(({ email }) => email !== null && email === present?.toLowerCase())) return null
  const verified = staying.find(({ email, identity_data }) => email && identity_data.email_verified === true)
  return verified?.email ?? null
}

async function takeAddress(tx: Tx, userId: string, email: string): Promise<void> {
  const other = await findAccountByEmail(tx, email)
  if (other && other.user.id !== userId) {
    const message = 'Unable to unlink identity due to email conflict'
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message)
  }
  await setUser(tx, userId, { email, email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, public.shop_now())` })
  await voidTokens(tx, userId)
}
