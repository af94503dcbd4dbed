/** Why a bearer is invalid. Each API has its own message and status for it. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  /** `unverified`: no key of ours signed it. `claims`: expired, not yet valid, or for another audience. */
  readonly reason: 'unverified' | 'claims'

  constructor(reason: 'unverified' | 'claims', message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.reason = reason
  }
}
