import { createHmac } from 'node:crypto'
import type { Brand } from '../brand.ts'
import type { Db } from '../database/db.ts'
import type { TokenVerifier } from '../http/identity/tokens.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import type { Seal } from '../secrets/secrets.ts'
import type { SmsSender } from '../sms/sms.ts'
import type { SigningKeys } from './sessions/signing-keys.ts'

/** The account settings of this shop, from the environment. */
export type AuthSettings = {
  /** No e-mail: an address counts as confirmed at once. */
  autoconfirm: boolean
  signups: boolean
  /** Whether a sign-in is possible before the address is confirmed. */
  unverifiedSignIn: boolean
  manualLinking: boolean
  refreshReuseSeconds: number
  passwordMinLength: number
  refuseCommonPasswords: boolean
}

/** An OpenID Connect provider for sign-in; `name` as in the API, such as `google`. */
export type OAuthProvider = { name: string; issuer: string; clientId: string; clientSecret: string }

type CaptchaSettings = { provider: 'turnstile' | 'hcaptcha'; secret: string; verifyUrl?: string }

/** What text messages may cost the shop. */
type TextBudget = {
  /** The countries (ISO 3166-1 alpha-2) whose numbers are texted. */
  countries(): readonly string[]
  /** How many texts the shop sends in a day, of which half to numbers that are not verified. */
  perDay: number
}

/** The dependencies of every account endpoint. */
export type AuthDeps = {
  db: Db
  queue: Queue
  log: Log
  /** Public origin, without a slash at its end. */
  siteUrl: string
  live: boolean
  /** The name in texts and passkey prompts; passwords may not be derived from it. */
  brand: Pick<Brand, 'name' | 'shortName'>
  settings: AuthSettings
  keys: SigningKeys
  verifier: TokenVerifier
  /** Whether a user's token may name this issuer. */
  isOwnIssuer(issuer: string): boolean
  seal: Seal
  /**
   * HMAC-SHA-256 under a key of the shop's, base64url: for values that are only compared and must not be readable in
   * the database.
   */
  keyedHash(text: string, purpose: string): string
  providers: OAuthProvider[]
  captcha: CaptchaSettings | null
  /** Null without a text-message provider: then phones are not a second factor. */
  sms: SmsSender | null
  texts: TextBudget
}

export function createKeyedHash(secret: string): AuthDeps['keyedHash'] {
  return (text, purpose) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}
