import { AuthError } from '../auth-error.ts'

/** A sign-in that failed at the provider, reported to the page that began it: `error` is OAuth's code. */
export class SignInFailure extends AuthError {
  readonly error: string

  constructor(error: string, { code, message, cause }: { code: string; message: string; cause: unknown }) {
    super(400, code, message, { cause })
    this.error = error
  }
}

/** OAuth's code for a refusal, by GoTrue's table. */
export function oauthErrorOf(refusal: AuthError): string {
  if (refusal instanceof SignInFailure) return refusal.error
  return deniedByUs.has(refusal.code) ? 'access_denied' : (byStatus[refusal.status] ?? 'server_error')
}

const deniedByUs = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification'])
const byStatus: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
}
