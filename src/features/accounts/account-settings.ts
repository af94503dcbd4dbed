import { publicKey } from '#platform/client/backend-client.ts'

/** The account features of this shop that the account page depends on. */
export type AccountSettings = {
  /** Whether a telephone can be a second factor. */
  phones: boolean
  /** Providers for signing in, such as `google`. */
  providers: string[]
  /** Whether a user can link these providers to an existing account. */
  linking: boolean
}

/** Reads GET /auth/v1/settings. Throws without a successful response. */
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
