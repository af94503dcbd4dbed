import { existsSync } from 'node:fs'
import { environment } from '#operations/config/environment.ts'

/** The settings that a rehearsal takes from the owner's. All others are left out, Stripe and e-mail above all. */
const takenOver = ['PORT', 'HOST', 'LOG_LEVEL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'LAUNCH_AT', 'DATA_DIR']

/** The environment, then `.env`, limited to the settings of a rehearsal. */
export function givenEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return Object.fromEntries(takenOver.map((name) => [name, process.env[name]]))
}

/**
 * The environment of the shop's program. All other configured variables are set to empty, which counts as absent, so
 * that no e-mail, payment or contact of a rehearsal leaves this machine.
 */
export function rehearsalEnvironment(own: Record<string, string | undefined>): Record<string, string | undefined> {
  const ours = [
    ...Object.keys(environment.shape),
    ...Object.keys(process.env).filter((name) => name.startsWith('OAUTH_')),
  ]
  const emptied = Object.fromEntries(ours.filter((name) => !takenOver.includes(name)).map((name) => [name, '']))
  return { ...process.env, ...emptied, ...own, NODE_ENV: 'production', SHOP_MODE: 'rehearsal' }
}
