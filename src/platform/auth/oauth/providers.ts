import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ServerMetadata,
} from 'openid-client'
import type { AuthDeps, OAuthProvider } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import type { ProviderFlow, ProviderSecrets } from './provider-flow.ts'

/** A provider from its discovery document: its endpoints and its keys. */
export type Discovered = {
  provider: OAuthProvider
  configuration: Configuration
  /** The exact issuer of its tokens. */
  issuer: string
  keys: JWTVerifyGetKey
}

const timeoutSeconds = 10

/** The provider of a name; undefined if this shop has not configured it. */
export function findProvider({ providers }: Pick<AuthDeps, 'providers'>, name: string): OAuthProvider | undefined {
  return providers.find((each) => each.name === name)
}

// Cached as long as the provider's object, that is, the process.
const discovered = new WeakMap<OAuthProvider, Promise<Discovered>>()

/**
 * Fetches a provider's discovery document, once; a failure is not cached, so the next call tries again. Refuses 503 if
 * it does not answer within ten seconds, or describes another issuer than the configured one.
 */
export async function discoverProvider(
  { live, log }: Pick<AuthDeps, 'live' | 'log'>,
  provider: OAuthProvider,
): Promise<Discovered> {
  const reading = discovered.get(provider) ?? readDescription(provider, live)
  discovered.set(provider, reading)
  try {
    return await reading
  } catch (error) {
    if (discovered.get(provider) === reading) forgetProvider(provider)
    log.error({ why: describeFailure(error), provider: provider.name }, 'a provider of sign-ins could not be read')
    throw new AuthError(503, 'unexpected_failure', `${provider.name} cannot be reached at the moment`, {
      cause: error,
    })
  }
}

/** Makes the next call fetch the provider's discovery document again: the cached one may be outdated. */
export function forgetProvider(provider: OAuthProvider): void {
  discovered.delete(provider)
}

async function readDescription(provider: OAuthProvider, live: boolean): Promise<Discovered> {
  const configuredIssuer = new URL(provider.issuer)
  const plain = configuredIssuer.protocol === 'http:'
  if (plain && (live || !isLoopback(configuredIssuer))) throw new Error(`${provider.issuer} is not reached by https`)
  const configuration = await discovery(configuredIssuer, provider.clientId, provider.clientSecret, undefined, {
    timeout: timeoutSeconds,
    // The id_token's signature is verified too, although it came from the right address.
    execute: plain ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
  })
  const { issuer, jwks_uri: keysAt, authorization_endpoint: pages } = configuration.serverMetadata()
  // openid-client makes exceptions for issuers with a placeholder for the tenant, which the token itself would fill in:
  // the owner of any tenant could sign in as anyone (CVE-2026-31813 and similar).
  if (new URL(issuer).href !== configuredIssuer.href)
    throw new Error(`${provider.issuer} describes itself as ${issuer}`)
  if (!keysAt || !pages) throw new Error(`${provider.issuer} does not say where its keys or its pages are`)
  const keysUrl = new URL(keysAt)
  if (keysUrl.protocol !== 'https:' && !(plain && isLoopback(keysUrl))) throw new Error(`${keysAt} is not https`)
  const keys = createRemoteJWKSet(keysUrl, { timeoutDuration: timeoutSeconds * 1_000 })
  return { provider, configuration, issuer, keys }
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

const ofProtocol = ['client_id', 'client_secret', 'nonce', 'redirect_uri', 'request', 'request_uri', 'scope', 'state']
const ofFlow = ['code_challenge', 'code_challenge_method', 'code_verifier', 'response_mode', 'response_type']
const ofOurs = ['apikey', 'invite_token', 'provider', 'redirect_to', 'scopes', 'skip_http_redirect']
/** Parameters that never come from the request's address. */
const ourOwn = new Set([...ofProtocol, ...ofFlow, ...ofOurs])

/** The redirect address registered at providers. */
function callbackUrl({ siteUrl }: Pick<AuthDeps, 'siteUrl'>): string {
  return `${siteUrl}/auth/v1/callback`
}

/**
 * The provider's page for one flow. `query` is that of /authorize: its `scopes` are added to ours, other
 * parameters are passed on.
 */
export async function providerPage(
  deps: Pick<AuthDeps, 'siteUrl'>,
  { provider, configuration }: Discovered,
  { verifier, nonce, state }: ProviderSecrets & { state: string },
  query: Record<string, string>,
): Promise<string> {
  const isApple = provider.name === 'apple'
  const passedOn = Object.entries(query).filter(([name]) => !ourOwn.has(name))
  const url = buildAuthorizationUrl(configuration, {
    ...Object.fromEntries(passedOn),
    redirect_uri: callbackUrl(deps),
    response_type: 'code',
    scope: scopesOf(configuration.serverMetadata(), isApple, query.scopes),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Apple sends name and address to a form only.
    ...(isApple && { response_mode: 'form_post' }),
  })
  return url.href
}

function scopesOf({ scopes_supported: known }: ServerMetadata, isApple: boolean, more = ''): string {
  const usual = isApple ? ['openid', 'email', 'name'] : ['openid', 'email', 'profile']
  const ours = usual.filter((scope) => scope === 'openid' || !known || known.includes(scope))
  // The characters of a scope (RFC 6749, 3.3).
  const theirs = more.split(/[\s,]+/).filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope))
  return [...new Set([...ours, ...theirs])].join(' ')
}

type ProviderResult = {
  /** Verified claims of the id_token, completed from userinfo if they lack an address. */
  claims: Record<string, unknown>
  accessToken: string
  refreshToken: string | undefined
}

/**
 * Exchanges a provider's redirect for the person's claims: openid-client checks state, issuer, nonce, our own PKCE,
 * audience, times and signature. Throws its errors.
 */
export async function fetchProviderClaims(
  deps: Pick<AuthDeps, 'siteUrl'>,
  { configuration }: Discovered,
  { id, verifier, nonce }: ProviderFlow,
  callbackParams: URLSearchParams,
): Promise<ProviderResult> {
  // The address as the provider has it, whatever the host name of the request.
  const returned = new URL(callbackUrl(deps))
  returned.search = callbackParams.toString()
  const tokens = await authorizationCodeGrant(configuration, returned, {
    expectedState: id,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
  })
  const said: Record<string, unknown> = { ...tokens.claims() }
  const subject = String(said.sub)
  const needsUserInfo = said.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const more = needsUserInfo ? await fetchUserInfo(configuration, tokens.access_token, subject) : {}
  return {
    claims: { ...more, ...said },
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  }
}

/**
 * The reason of a provider's failure, for the log: names, codes and messages of an error and its causes. Other fields
 * of the libraries' errors, such as whole responses with tokens and addresses, are left out.
 */
export function describeFailure(error: unknown): string {
  const parts: string[] = []
  for (let each = error; each instanceof Error && parts.length < 5; each = each.cause) {
    const code = 'code' in each && typeof each.code === 'string' ? ` ${each.code}` : ''
    const word = 'error' in each && typeof each.error === 'string' ? ` (${each.error.slice(0, 100)})` : ''
    parts.push(`${each.name}${code}: ${each.message}${word}`)
  }
  return parts.join('; because ') || 'something that is no error was thrown'
}
