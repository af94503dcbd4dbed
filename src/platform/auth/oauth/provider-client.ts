import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type ServerMetadata,
} from 'openid-client'
import type { AuthDeps } from '../auth-deps.ts'
import type { ProviderFlow, ProviderSecrets } from './provider-flow.ts'
import type { Discovered } from './providers.ts'

/** Parameters of the protocol or of ours, which never come from the request's address. */
const ourOwn = new Set([
  'apikey',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'invite_token',
  'nonce',
  'provider',
  'redirect_to',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'scopes',
  'skip_http_redirect',
  'state',
])

/** The redirect address registered at providers. */
function callbackUrl({ siteUrl }: Pick<AuthDeps, 'siteUrl'>): string {
  return `${siteUrl}/auth/v1/callback`
}

/**
 * The provider's page for one flow. `query` is that of /authorize: its `scopes` are added to ours, other
 * parameters are passed on.
 */
export async function providerPage(
  accounts: Pick<AuthDeps, 'siteUrl'>,
  { provider, configuration }: Discovered,
  { verifier, nonce, state }: ProviderSecrets & { state: string },
  query: Record<string, string>,
): Promise<string> {
  const isApple = provider.name === 'apple'
  const passedOn = Object.entries(query).filter(([name]) => !ourOwn.has(name))
  const url = buildAuthorizationUrl(configuration, {
    ...Object.fromEntries(passedOn),
    redirect_uri: callbackUrl(accounts),
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

export type ProviderResult = {
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
  accounts: Pick<AuthDeps, 'siteUrl'>,
  { configuration }: Discovered,
  { id, verifier, nonce }: ProviderFlow,
  callbackParams: URLSearchParams,
): Promise<ProviderResult> {
  // The address as the provider has it, whatever the host name of the request.
  const returned = new URL(callbackUrl(accounts))
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
