import type { AccountsApi } from '#tests/fixtures/accounts-api.ts'
import { adminRows } from './error-rows/administration.ts'
import { bearerRows } from './error-rows/bearers.ts'
import { commonRows } from './error-rows/every-endpoint.ts'
import { factorRows } from './error-rows/factors.ts'
import { mailRows } from './error-rows/mail-requests.ts'
import { oauthRows } from './error-rows/providers.ts'
import { refreshRows } from './error-rows/refresh.ts'
import { signUpRows } from './error-rows/sign-up.ts'
import { signInRows } from './error-rows/token.ts'
import { userRows } from './error-rows/user.ts'
import { verifyRows } from './error-rows/verify.ts'
import type { Asked, ShopName, World } from './error-world.ts'

/** The format of an error: GoTrue's body, OAuth's, the gateway's, or a redirect URL. */
export type Form = 'auth' | 'oauth' | 'gateway' | 'redirect'

/** One error of the protocol: the request, the shop, and the required response. */
export type Row = {
  name: string
  shop?: ShopName
  ask: (api: AccountsApi, world: World) => Asked | Promise<Asked>
  status: number
  /** Several if the protocol leaves a choice. In OAuth's format it is `error`. */
  code: string | string[]
  message?: RegExp | string
  form?: Form
  /** Further fields of the body. */
  extra?: object
}

/**
 * Every error row of sections 2, 4, 5, 7 and 8, except those for which this shop has no setting (400
 * `email_provider_disabled`, 400 `reauthentication_needed`, 400 `current_password_required`, 422
 * `mfa_totp_enroll_not_enabled`, 422 `mfa_webauthn_enroll_not_enabled`), and 409 `conflict` of a refresh, which the row
 * lock makes impossible.
 */
export const errorTable: Record<string, Row[]> = {
  '2 keys and bearers': bearerRows,
  '4 every endpoint': commonRows,
  '4.1 sign-up': signUpRows,
  '4.2 token': signInRows,
  '4.3 mail requests': mailRows,
  '4.4 verify': verifyRows,
  '4.5, 4.6 user and logout': userRows,
  '4.7, 4.8 providers and identities': oauthRows,
  '5 refresh': refreshRows,
  '7 second factors': factorRows,
  '8 administration': adminRows,
}
