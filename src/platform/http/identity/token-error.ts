/** Why a bearer is not believed. Each surface has its own wording and status for it. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  /** `unverified`: not a token of ours. `claims`: ours, but expired, too early or for something else. */
  readonly reason: 'unverified' | 'claims'

  constructor(reason: 'unverified' | 'claims', message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.reason = reason
  }
}
