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

/** A refused start: each line names one variable and its error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * The configuration from the environment, read once by the two programs. An empty value counts as absent. Refuses
 * malformed values, misspelt OAUTH_ names, and a live shop with anything of a rehearsal left, with all reasons at once.
 */
export function readConfig(env: Record<string, string | undefined> = readEnvironment()): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(filled)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const config: Config = {
    ...parsed.data,
    siteUrl: parsed.data.SITE_URL ?? `http://localhost:${parsed.data.PORT}`,
    launchAt: new Date(parsed.data.LAUNCH_AT ?? shop.launchAt),
    mailFrom: parsed.data.MAIL_FROM ?? `${shop.name} <${shop.email}>`,
    backupTo: parsed.data.BACKUP_TO ?? join(parsed.data.DATA_DIR, 'backups'),
    stripeWebhookSecrets: (parsed.data.STRIPE_WEBHOOK_SECRET ?? '').split(/[\s,]+/).filter(Boolean),
    oauthProviders: [],
  }
  const oauth = readOAuthProviders(filled, config.SHOP_MODE === 'live')
  config.oauthProviders = oauth.providers
  const reasons = [
    ...unknownNames(filled),
    ...oauth.reasons,
    ...listenUrlAlone(config),
    ...secretWithoutWebhook(config),
    ...incompleteCaptcha(config),
    ...incompleteS3(config),
    ...wrongSms(config),
    ...wrongStripe(config),
    ...wrongFaultPoint(config),
    ...(config.SHOP_MODE === 'live' ? notReadyForLive(config) : []),
  ]
  if (reasons.length > 0) throw new ConfigError(reasons.join('\n'))
  return config
}

/** The process's environment, and `.env` of the working folder for variables it lacks. */
function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
