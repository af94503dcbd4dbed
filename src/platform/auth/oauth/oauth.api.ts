import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { limit } from '#platform/http/limits/client-ip.ts'
import { findAccount } from '../account/account.ts'
import { type Agent, agentOf } from '../audit.ts'
import type { AuthDeps, OAuthProvider } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { endFlow, issueAuthCode, readChallenge, saveProviderTokens } from '../mail-links/flows.ts'
import { codeRedirect, errorRedirect, readRedirect, sessionRedirect } from '../mail-links/redirects.ts'
import { openSession, type SessionResponse } from '../sessions/open-session.ts'
import { accountOfIdentity, linkIdentity, refuseBanned, retryOnRace } from './account-of-identity.ts'
import { type ProviderIdentity, readProviderClaims } from './provider-claims.ts'
import { beginProviderFlow, claimProviderFlow, type LinkTarget, type ProviderFlow } from './provider-flow.ts'
import {
  type Discovered,
  describeFailure,
  discoverProvider,
  fetchProviderClaims,
  findProvider,
  forgetProvider,
  providerPage,
} from './providers.ts'

/** Sign-in by a provider: the redirect there and back, in a browser. */
export function oauthApi(deps: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .get('/authorize', limit('auth.authorize', { max: 60, perSeconds: 300 }), async (c) => {
      const provider = readProvider(deps, c)
      const redirect = readRedirect(deps, c)
      readChallenge(c.req.query())
      try {
        const { url } = await sendToProvider(deps, c, { provider, link: null })
        return c.redirect(url, 302)
      } catch (error) {
        if (error instanceof AuthError) return c.redirect(failed(redirect, error), 302)
        throw error
      }
    })
    .get('/callback', limit('auth.callback', { max: 60, perSeconds: 300 }), (c) =>
      handleCallback(deps, c, new URL(c.req.url).searchParams),
    )
    .post('/callback', limit('auth.callback', { max: 60, perSeconds: 300 }), async (c) => {
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
      return handleCallback(deps, c, new URLSearchParams(isForm ? await c.req.text() : ''))
    })
}

/** The requested provider. Refuses 400 `validation_failed` if this shop has none of that name. */
export function readProvider(deps: AuthDeps, c: Context<Env>): OAuthProvider {
  const name = c.req.query('provider') ?? ''
  const provider = findProvider(deps, name)
  if (!provider) throw invalid(`Unsupported provider: Provider ${name.slice(0, 50)} could not be found`)
  return provider
}

/** Begins a flow for the address's parameters, and returns the provider's page. */
export async function sendToProvider(
  deps: AuthDeps,
  c: Context<Env>,
  { provider, link }: { provider: OAuthProvider; link: LinkTarget | null },
): Promise<{ url: string; state: string }> {
  const redirect = readRedirect(deps, c)
  const challenge = readChallenge(c.req.query())
  const discovered = await discoverProvider(deps, provider)
  const begun = await deps.db.asService((tx) =>
    beginProviderFlow(deps, tx, { provider: provider.name, redirect, challenge, link }),
  )
  return { url: await providerPage(deps, discovered, begun, c.req.query()), state: begun.state }
}

/**
 * Every error is redirected to the page that began, never returned as an API error, since a browser shows the response
 * to a person.
 */
async function handleCallback(deps: AuthDeps, c: Context<Env>, callbackParams: URLSearchParams): Promise<Response> {
  const { siteUrl } = deps
  const state = callbackParams.get('state') ?? ''
  if (state === '') return unknownFlow(c, siteUrl, 'bad_oauth_callback', 'OAuth state parameter missing')
  const flow = await deps.db.asService((tx) => claimProviderFlow(deps, tx, state))
  if (!flow) return unknownFlow(c, siteUrl, 'bad_oauth_state', 'OAuth state not found or expired')
  try {
    if (flow.link) requireLinkingBrowser(c, siteUrl, flow.id)
    const finished = await finishFlow(deps, flow, { callbackParams, agent: agentOf(c) })
    return c.redirect(arrived(flow.redirect, finished), 302)
  } catch (error) {
    const refusal = explain(c, flow.provider, error)
    await deps.db.asService((tx) => endFlow(tx, flow.id))
    return c.redirect(failed(flow.redirect, refusal), 302)
  }
}

function arrived(redirect: string, finished: Finished): string {
  if ('code' in finished) return codeRedirect(redirect, finished.code)
  const { accessToken, refreshToken } = finished.tokens
  const theirs = { provider_token: accessToken, ...(refreshToken && { provider_refresh_token: refreshToken }) }
  return sessionRedirect(redirect, finished.session, theirs)
}

function failed(redirect: string, refusal: AuthError): string {
  return errorRedirect(redirect, refusal, { inQuery: true, error: oauthErrorOf(refusal) })
}

function explain(c: Context<Env>, provider: string, error: unknown): AuthError {
  if (error instanceof SignInFailure) {
    c.var.log.warn({ why: describeFailure(error.cause), provider }, 'a provider did not confirm a sign-in')
  }
  if (error instanceof AuthError) return error
  c.var.log.error({ error, provider }, 'a sign-in by a provider failed')
  return new AuthError(500, 'unexpected_failure', `Something went wrong. Request ${c.var.requestId}`)
}

function unknownFlow(c: Context<Env>, siteUrl: string, code: string, message: string): Response {
  return c.redirect(failed(`${siteUrl}/`, new AuthError(400, code, message)), 303)
}

/** The provider's own tokens: the client may call the provider in the person's name. */
type ProviderTokens = { accessToken: string; refreshToken: string | undefined }

/** The result of a finished flow: a session, or a code for one. */
type Finished = { session: SessionResponse; tokens: ProviderTokens } | { code: string }

/**
 * Ends a flow whose browser returned with `callbackParams`: reads the person from the provider, and signs them in, or
 * links the identity to the requesting account. Refuses by AuthError, without any change.
 */
async function finishFlow(
  deps: AuthDeps,
  flow: ProviderFlow,
  { callbackParams, agent }: { callbackParams: URLSearchParams; agent: Agent },
): Promise<Finished> {
  const provider = findProvider(deps, flow.provider)
  if (!provider) throw new AuthError(400, 'provider_disabled', `${flow.provider} is no longer offered here`)
  const discovered = await discoverProvider(deps, provider)
  const { claims, ...tokens } = await fetchClaims(deps, discovered, flow, callbackParams)
  const identity = readProviderClaims(flow.provider, { ...claims, ...nameFromForm(callbackParams) })
  return retryOnRace(() =>
    deps.db.asService(async (tx) => {
      const userId = flow.link
        ? await linkTo(deps, tx, { target: flow.link, identity, agent })
        : await accountOfIdentity(deps, tx, { identity, agent })
      if (flow.isPkce) {
        await saveProviderTokens(deps, tx, flow.id, tokens)
        return { code: await issueAuthCode(tx, flow.id, userId) }
      }
      await endFlow(tx, flow.id)
      return { session: await openSession(deps, tx, { userId, method: 'oauth', agent }), tokens }
    }),
  )
}

async function fetchClaims(
  deps: AuthDeps,
  discovered: Discovered,
  flow: ProviderFlow,
  callbackParams: URLSearchParams,
) {
  try {
    return await fetchProviderClaims(deps, discovered, flow, callbackParams)
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
  deps: AuthDeps,
  tx: Tx,
  { target, identity, agent }: { target: LinkTarget; identity: ProviderIdentity; agent: Agent },
): Promise<string> {
  const account = await findAccount(tx, target.userId, { lock: true })
  if (!account) throw new AuthError(403, 'user_not_found', 'This account is no longer there')
  refuseBanned(account)
  if (target.sessionId) {
    const session = await tx
      .selectFrom('auth.sessions')
      .select('id')
      .where('id', '=', target.sessionId)
      .where('user_id', '=', target.userId)
      .executeTakeFirst()
    if (!session) throw new AuthError(403, 'session_not_found', 'You have signed out meanwhile')
  }
  await linkIdentity(deps, tx, { identity, agent, account })
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

/** A sign-in that failed at the provider, reported to the page that began it: `error` is OAuth's code. */
class SignInFailure extends AuthError {
  readonly error: string

  constructor(error: string, { code, message, cause }: { code: string; message: string; cause: unknown }) {
    super(400, code, message, { cause })
    this.error = error
  }
}

/** OAuth's code for a refusal, by GoTrue's table. */
function oauthErrorOf(refusal: AuthError): string {
  if (refusal instanceof SignInFailure) return refusal.error
  return deniedByUs.has(refusal.code) ? 'access_denied' : (byStatus[refusal.status] ?? 'server_error')
}

const deniedByUs = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])
const byStatus: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
}

const path = '/auth/v1/callback'

/**
 * Marks the browser that began linking an identity. It grants nothing: it only proves that the returning browser is the
 * same.
 */
export function markLinkingBrowser(c: Context<Env>, siteUrl: string, state: string): void {
  const secure = siteUrl.startsWith('https:')
  // Apple returns with a form from another site, for which `Lax` would withhold the cookie.
  setCookie(c, nameOf(siteUrl, state), '1', {
    path,
    httpOnly: true,
    maxAge: 300,
    secure,
    sameSite: secure ? 'None' : 'Lax',
  })
}

/**
 * Refuses to link an identity in a browser that did not begin the linking: an attacker who sends the provider's page to
 * a victim would have the victim's identity open the attacker's account. Only browsers are checked, which send
 * `Sec-Fetch-Mode`: tools without cookies cannot be victims.
 */
function requireLinkingBrowser(c: Context<Env>, siteUrl: string, state: string): void {
  const name = nameOf(siteUrl, state)
  const isMarked = getCookie(c, name) === '1'
  if (isMarked) deleteCookie(c, name, { path })
  if (isMarked || c.req.header('sec-fetch-mode') !== 'navigate') return
  throw new AuthError(400, 'bad_oauth_callback', 'You started this in another browser. Please start again here.')
}

function nameOf(siteUrl: string, state: string): string {
  return `${siteUrl.startsWith('https:') ? '__Secure-' : ''}link-${state}`
}
