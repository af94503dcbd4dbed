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
import { type Config, environment } from './environment.ts'
import { readOAuthProviders } from './oauth-providers.ts'
import { plainConnections, uncheckedCertificates, unusableDatabases } from './plain-connections.ts'

/** A refused start: each line names one variable and its error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
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
    mailFrom: parsed.MAIL_FROM ?? `${shop.name} <${shop.email}>`,
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
