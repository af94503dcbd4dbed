import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shop } from '#shop'
import {
  incompleteCaptcha,
  incompleteS3,
  listenUrlAlone,
  notReadyForLive,
  secretWithoutWebhook,
  unknownNames,
  wrongFaultPoint,
  wrongSms,
  wrongStripe,
} from './config-problems.ts'
import { type Config, environment, type OAuthProviderConfig } from './environment.ts'
import { plainConnections, uncheckedCertificates, unusableDatabases } from './plain-connections.ts'

/** A refused start: each line names one variable and its error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  /** EX_CONFIG: what is wrong stays wrong at the next start, so a supervisor need not try again. */
  readonly exitCode = 78
}

/**
 * The configuration from the environment, read once by the two programs. An empty value counts as absent. Refuses
 * malformed values, misspelt names, and a live shop with anything of a rehearsal left, with all reasons at once.
 */
export function readConfig(env: Record<string, string | undefined> = readEnvironment()): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const { parsed, malformed } = parseEnvironment(filled)
  const oauth = readOAuthProviders(filled, parsed.SHOP_MODE === 'live')
  const config: Config = {
    ...parsed,
    siteUrl: parsed.SITE_URL ?? `http://localhost:${parsed.PORT}`,
    launchAt: new Date(parsed.LAUNCH_AT ?? shop.launchAt),
    mailFrom: () => parsed.MAIL_FROM ?? `${shop.name} <${shop.email}>`,
    backupTo: parsed.BACKUP_TO ?? join(parsed.DATA_DIR, 'backups'),
    stripeWebhookSecrets: (parsed.STRIPE_WEBHOOK_SECRET ?? '').split(/[\s,]+/).filter(Boolean),
    oauthProviders: oauth.providers,
  }
  const others = [
    ...unknownNames(filled),
    ...oauth.reasons,
    ...listenUrlAlone(config),
    ...unusableDatabases(config),
    ...secretWithoutWebhook(config),
    ...incompleteCaptcha(config),
    ...incompleteS3(config),
    ...wrongSms(config),
    ...wrongStripe(config),
    ...wrongFaultPoint(config),
    ...(config.SHOP_MODE === 'live'
      ? [...notReadyForLive(config), ...plainConnections(config), ...uncheckedCertificates(filled)]
      : []),
  ]
  const reasons = [
    ...malformed.values(),
    ...others.filter((reason) => !namesOf(reason).some((name) => malformed.has(name))),
  ]
  if (reasons.length > 0) throw new ConfigError(reasons.join('\n'))
  return config
}

/**
 * The settings, and a line for each malformed one. Those count as absent in `parsed`, so that the other checks can run;
 * what these say about a malformed setting is no news.
 */
function parseEnvironment(filled: Record<string, string | undefined>) {
  const first = environment.safeParse(filled)
  if (first.success) return { parsed: first.data, malformed: new Map<string, string>() }
  const malformed = new Map(
    first.error.issues.map(({ path, message }) => [path.join('.'), `${path.join('.')}: ${message}`]),
  )
  const rest = Object.fromEntries(Object.entries(filled).filter(([name]) => !malformed.has(name)))
  return { parsed: environment.parse(rest), malformed }
}

/** The variables that a reason is about: `A: …` or `A, B: …`. */
function namesOf(reason: string): string[] {
  return reason.slice(0, reason.indexOf(':')).split(', ')
}

/** The process's environment, and `.env` of the working folder for variables it lacks. */
function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

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
