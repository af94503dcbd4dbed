import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { limit } from '#platform/http/limits/rate-limit.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps, OAuthProvider } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { endFlow, readChallenge } from '../mail-links/flows.ts'
import { codeRedirect, errorRedirect, readRedirect, sessionRedirect } from '../mail-links/redirects.ts'
import { describeFailure } from './describe-failure.ts'
import { type Finished, finishFlow } from './finish-flow.ts'
import { requireLinkingBrowser } from './link-cookie.ts'
import { providerPage } from './provider-client.ts'
import { beginProviderFlow, claimProviderFlow, type LinkTarget } from './provider-flow.ts'
import { discoverProvider, findProvider } from './providers.ts'
import { oauthErrorOf, SignInFailure } from './sign-in-failure.ts'

/** Sign-in by a provider: the redirect there and back, in a browser. */
export function oauthApi(accounts: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .get('/authorize', limit('auth.authorize', { max: 60, perSeconds: 300 }), async (c) => {
      const provider = readProvider(accounts, c)
      const redirect = readRedirect(accounts, c)
      readChallenge(c.req.query())
      try {
        const { url } = await sendToProvider(accounts, c, { provider, link: null })
        return c.redirect(url, 302)
      } catch (error) {
        if (error instanceof AuthError) return c.redirect(failed(redirect, error), 302)
        throw error
      }
    })
    .get('/callback', limit('auth.callback', { max: 60, perSeconds: 300 }), (c) =>
      handleCallback(accounts, c, new URL(c.req.url).searchParams),
    )
    .post('/callback', limit('auth.callback', { max: 60, perSeconds: 300 }), async (c) => {
      const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
      return handleCallback(accounts, c, new URLSearchParams(isForm ? await c.req.text() : ''))
    })
}

/** The requested provider. Refuses 400 `validation_failed` if this shop has none of that name. */
export function readProvider(accounts: AuthDeps, c: Context<Env>): OAuthProvider {
  const name = c.req.query('provider') ?? ''
  const provider = findProvider(accounts, name)
  if (!provider) throw invalid(`Unsupported provider: Provider ${name.slice(0, 50)} could not be found`)
  return provider
}

/** Begins a flow for the address's parameters, and returns the provider's page. */
export async function sendToProvider(
  accounts: AuthDeps,
  c: Context<Env>,
  { provider, link }: { provider: OAuthProvider; link: LinkTarget | null },
): Promise<{ url: string; state: string }> {
  const redirect = readRedirect(accounts, c)
  const challenge = readChallenge(c.req.query())
  const discovered = await discoverProvider(accounts, provider)
  const begun = await accounts.db.asService((tx) =>
    beginProviderFlow(accounts, tx, { provider: provider.name, redirect, challenge, link }),
  )
  return { url: await providerPage(accounts, discovered, begun, c.req.query()), state: begun.state }
}

/**
 * Every error is redirected to the page that began, never returned as an API error, since a browser shows the response
 * to a person.
 */
async function handleCallback(accounts: AuthDeps, c: Context<Env>, callbackParams: URLSearchParams): Promise<Response> {
  const { siteUrl } = accounts
  const state = callbackParams.get('state') ?? ''
  if (state === '') return unknownFlow(c, siteUrl, 'bad_oauth_callback', 'OAuth state parameter missing')
  const flow = await accounts.db.asService((tx) => claimProviderFlow(accounts, tx, state))
  if (!flow) return unknownFlow(c, siteUrl, 'bad_oauth_state', 'OAuth state not found or expired')
  try {
    if (flow.link) requireLinkingBrowser(c, siteUrl, flow.id)
    const finished = await finishFlow(accounts, flow, { callbackParams, agent: agentOf(c) })
    return c.redirect(arrived(flow.redirect, finished), 302)
  } catch (error) {
    const refusal = explain(c, flow.provider, error)
    await accounts.db.asService((tx) => endFlow(tx, flow.id))
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
