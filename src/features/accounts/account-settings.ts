import { publicKey } from '#platform/client/backend-client.ts'

/** What this shop offers for accounts, as far as the page has to know. */
export type AccountSettings = {
  /** Whether a telephone can be a second factor. */
  phones: boolean
  /** Providers one may sign in with, such as `google`. */
  providers: string[]
  /** Whether they may be linked to an account that is there already. */
  linking: boolean
}

/** Asks GET /auth/v1/settings. Throws where it does not answer. */
export async function readSettings(): Promise<AccountSettings> {
  const response = await fetch('/auth/v1/settings', { headers: { apikey: publicKey() } })
  if (!response.ok) throw new Error(`The settings of accounts answered ${response.status}`)
  const { external = {}, sms_provider, manual_linking_enabled } = await response.json()
  const providers = Object.entries(external).filter(([name, isOn]) => isOn === true && !own.has(name))
  return {
    phones: typeof sms_provider === 'string' && sms_provider !== '',
    providers: providers.map(([name]) => name),
    linking: manual_linking_enabled === true,
  }
}

const own = new Set(['email', 'phone', 'anonymous_users'])
