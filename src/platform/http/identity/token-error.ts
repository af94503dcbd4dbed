/**
 * `malformed`: it is no token. `unverified`: no key of ours signed it. `early`: not yet valid. `claims`: any other
 * claim, such as another audience.
 */
type TokenProblem = 'malformed' | 'unverified' | 'expired' | 'early' | 'claims'

/** Why a bearer is invalid. Each API has its own message and status for it. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly reason: TokenProblem

  constructor(reason: TokenProblem, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.reason = reason
  }
}
