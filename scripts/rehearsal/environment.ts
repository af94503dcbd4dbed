import { existsSync } from 'node:fs'
import { environment } from '#config'

/** What a rehearsal takes over from the owner's own settings. Everything else, her Stripe and her post above all, stays out. */
const takenOver = ['PORT', 'HOST', 'LOG_LEVEL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'LAUNCH_AT', 'DATA_DIR']

/** The environment with `.env` behind it, as far as a rehearsal may know it. */
export function givenEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return Object.fromEntries(takenOver.map((name) => [name, process.env[name]]))
}

/**
 * The environment of the shop's program. Whatever else is configured here is made empty, which counts as absent, so that
 * no letter, no payment and no contact of a rehearsal ever reaches anybody.
 */
export function rehearsalEnvironment(own: Record<string, string | undefined>): Record<string, string | undefined> {
  const ours = [
    ...Object.keys(environment.shape),
    ...Object.keys(process.env).filter((name) => name.startsWith('OAUTH_')),
  ]
  const emptied = Object.fromEntries(ours.filter((name) => !takenOver.includes(name)).map((name) => [name, '']))
  return { ...process.env, ...emptied, ...own, NODE_ENV: 'production', SHOP_MODE: 'rehearsal' }
}
