import { type AuthResult, callAuth } from './auth-client.ts'

type Credentials = { email: string; password: string; captchaToken: string | undefined }
export type Addressee = Omit<Credentials, 'password'>

/** Signs in with a password. Call `readArrival` afterwards to learn whether a second factor is required. */
export function signIn({ email, password, captchaToken }: Credentials): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) =>
    auth.signInWithPassword({ email, password, options: { ...withCaptcha(captchaToken) } }),
  )
}

/** With `AUTH_AUTOCONFIRM` a new account is signed in immediately. */
export type NewAccount = { isSignedIn: boolean }

/** Creates an account. The link in its confirmation e-mail leads to the front page. */
export async function signUp({ email, password, captchaToken }: Credentials): Promise<AuthResult<NewAccount>> {
  const options = { emailRedirectTo: siteRoot(), ...withCaptcha(captchaToken) }
  const { value, problem } = await callAuth<{ session: object | null }>((auth) =>
    auth.signUp({ email, password, options }),
  )
  return problem ? { problem } : { value: { isSignedIn: value.session !== null } }
}

/** Requests the e-mail for a new password. The response is the same for an unknown address. */
export function requestPasswordReset({ email, captchaToken }: Addressee): Promise<AuthResult<unknown>> {
  const options = { redirectTo: siteRoot(), ...withCaptcha(captchaToken) }
  return callAuth<unknown>((auth) => auth.resetPasswordForEmail(email, options))
}

/** Requests the confirmation e-mail again; the response is always the same. */
export function requestConfirmation({ email, captchaToken }: Addressee): Promise<AuthResult<unknown>> {
  const options = { emailRedirectTo: siteRoot(), ...withCaptcha(captchaToken) }
  return callAuth<unknown>((auth) => auth.resend({ type: 'signup', email, options }))
}

function siteRoot(): string {
  return `${window.location.origin}/`
}

function withCaptcha(captchaToken: string | undefined): { captchaToken?: string } {
  return captchaToken ? { captchaToken } : {}
}
