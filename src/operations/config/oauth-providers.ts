import type { OAuthProviderConfig } from './environment.ts'

/** Providers with a fixed issuer. */
const knownIssuers: Record<string, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
}

/** Identities of other kinds have these names: a provider with such a name could claim any account here. */
const reservedNames = ['email', 'phone', 'anonymous', 'anonymous_users', 'saml', 'sso', 'web3']

/** Every provider with an OAUTH_ variable; an incomplete or misspelt one refuses the start. */
export function readOAuthProviders(env: Record<string, string | undefined>, live: boolean) {
  const reasons: string[] = []
  const found = new Map<string, Partial<OAuthProviderConfig>>()
  for (const [variable, value = ''] of Object.entries(env)) {
    if (!variable.startsWith('OAUTH_')) continue
    const [, provider, part] = /^OAUTH_([A-Z0-9][A-Z0-9_]*?)_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(variable) ?? []
    const name = provider?.toLowerCase()
    if (!name || !part || reservedNames.includes(name)) {
      reasons.push(`${variable}: no such setting`)
      continue
    }
    const field = { ISSUER: 'issuer', CLIENT_ID: 'clientId', CLIENT_SECRET: 'clientSecret' }[part] ?? ''
    found.set(name, { ...found.get(name), [field]: value })
  }
  const providers: OAuthProviderConfig[] = []
  for (const [name, { issuer = knownIssuers[name], clientId, clientSecret }] of found) {
    const prefix = `OAUTH_${name.toUpperCase()}`
    const wrong = wrongIssuer(issuer, live)
    if (wrong) reasons.push(`${prefix}_ISSUER: ${wrong}`)
    if (!clientId) reasons.push(`${prefix}_CLIENT_ID: missing`)
    if (!clientSecret) reasons.push(`${prefix}_CLIENT_SECRET: missing`)
    // Unchanged, also a slash at the end: the provider's tokens name it exactly so.
    if (!wrong && issuer && clientId && clientSecret) providers.push({ name, issuer, clientId, clientSecret })
  }
  return { providers, reasons }
}

function wrongIssuer(issuer: string | undefined, live: boolean): string | null {
  if (!issuer || !URL.canParse(issuer)) return 'the address of the provider'
  const { protocol, hostname, search, hash, username, password } = new URL(issuer)
  if (search || hash || username || password) return 'the address of the provider, and nothing besides'
  if (protocol === 'https:') return null
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'http:' && isLoopback && !live ? null : 'must use https'
}
