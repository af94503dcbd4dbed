import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { allowInsecureRequests, type Configuration, discovery, enableNonRepudiationChecks } from 'openid-client'
import type { AuthDeps, OAuthProvider } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { describeFailure } from './describe-failure.ts'

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
