import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { Tx } from '#platform/database/db.ts'
import { findAccount } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { endFlow, issueAuthCode, saveProviderTokens } from '../mail-links/flows.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SessionResponse } from '../sessions/session-response.ts'
import { accountOfIdentity, linkIdentity, refuseBanned, retryOnRace } from './account-of-identity.ts'
import { type ProviderIdentity, readProviderClaims } from './provider-claims.ts'
import { fetchProviderClaims } from './provider-client.ts'
import type { LinkTarget, ProviderFlow } from './provider-flow.ts'
import { type Discovered, discoverProvider, findProvider, forgetProvider } from './providers.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** The provider's own tokens: the client may call the provider in the person's name. */
type ProviderTokens = { accessToken: string; refreshToken: string | undefined }

/** The result of a finished flow: a session, or a code for one. */
export type Finished = { session: SessionResponse; tokens: ProviderTokens } | { code: string }

/**
 * Ends a flow whose browser returned with `callbackParams`: reads the person from the provider, and signs them in, or
 * links the identity to the requesting account. Refuses by AuthError, without any change.
 */
export async function finishFlow(
  accounts: AuthDeps,
  flow: ProviderFlow,
  { callbackParams, agent }: { callbackParams: URLSearchParams; agent: Agent },
): Promise<Finished> {
  const provider = findProvider(accounts, flow.provider)
  if (!provider) throw new AuthError(400, 'provider_disabled', `${flow.provider} is no longer offered here`)
  const discovered = await discoverProvider(accounts, provider)
  const { claims, ...tokens } = await fetchClaims(accounts, discovered, flow, callbackParams)
  const identity = readProviderClaims(flow.provider, { ...claims, ...nameFromForm(callbackParams) })
  return retryOnRace(() =>
    accounts.db.asService(async (tx) => {
      const userId = flow.link
        ? await linkTo(accounts, tx, { target: flow.link, identity, agent })
        : await accountOfIdentity(accounts, tx, { identity, agent })
      if (flow.isPkce) {
        await saveProviderTokens(accounts, tx, flow.id, tokens)
        return { code: await issueAuthCode(tx, flow.id, userId) }
      }
      await endFlow(tx, flow.id)
      return { session: await openSession(accounts, tx, { userId, method: 'oauth', agent }), tokens }
    }),
  )
}

async function fetchClaims(
  accounts: AuthDeps,
  discovered: Discovered,
  flow: ProviderFlow,
  callbackParams: URLSearchParams,
) {
  try {
    return await fetchProviderClaims(accounts, discovered, flow, callbackParams)
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const description = error.error_description ?? `${flow.provider} did not sign you in`
      const failure = { code: 'bad_oauth_callback', message: description.slice(0, 300), cause: error }
      throw new SignInFailure(error.error.slice(0, 100), failure)
    }
    if (!(error instanceof ResponseBodyError)) forgetProvider(discovered.provider)
    const message = `Unable to exchange external code: ${flow.provider} did not confirm this sign-in`
    throw new SignInFailure('server_error', { code: 'unexpected_failure', message, cause: error })
  }
}

/** The requesting user still exists, is still signed in and not banned. */
async function linkTo(
  accounts: AuthDeps,
  tx: Tx,
  { target, identity, agent }: { target: LinkTarget; identity: ProviderIdentity; agent: Agent },
): Promise<string> {
  const account = await findAccount(tx, target.userId, { lock: true })
  if (!account) throw new AuthError(403, 'user_not_found', 'This account is no longer there')
  await refuseBanned(tx, account)
  if (target.sessionId) {
    const session = await tx
      .selectFrom('auth.sessions')
      .select('id')
      .where('id', '=', target.sessionId)
      .where('user_id', '=', target.userId)
      .executeTakeFirst()
    if (!session) throw new AuthError(403, 'session_not_found', 'You have signed out meanwhile')
  }
  await linkIdentity(accounts, tx, { identity, agent, account })
  return target.userId
}

/** Apple sends a name once, in its form and unsigned: it has no more weight than the user's own entry. */
function nameFromForm(callbackParams: URLSearchParams): Record<string, unknown> {
  try {
    const { name } = JSON.parse(callbackParams.get('user') ?? '{}')
    return { given_name: name.firstName, family_name: name.lastName }
  } catch {
    return {}
  }
}
