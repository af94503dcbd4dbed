import { type AuthResult, callAuth } from './auth-client.ts'

export type Credentials = { email: string; password: string; captchaToken: string | undefined }
export type Addressee = Omit<Credentials, 'password'>

/** Signs in with a password. Whether the account wants a second factor is asked afterwards: `readArrival`. */
export function signIn({ email, password, captchaToken }: Credentials): Promise<AuthResult<unknown>> {
  return callAuth<unknown>((auth) =>
    auth.signInWithPassword({ email, password, options: { ...withCaptcha(captchaToken) } }),
  )
}

/** A new account is signed in at once where the shop confirms addresses by itself (`AUTH_AUTOCONFIRM`). */
export type NewAccount = { isSignedIn: boolean }

/** Makes an account. The letter that confirms its address leads back to the root of the site. */
export async function signUp({ email, password, captchaToken }: Credentials): Promise<AuthResult<NewAccount>> {
  const options = { emailRedirectTo: siteRoot(), ...withCaptcha(captchaToken) }
  const { value, problem } = await callAuth<{ session: object | null }>((auth) =>
    auth.signUp({ email, password, options }),
  )
  return problem ? { problem } : { value: { isSignedIn: value.session !== null } }
}

/** Asks for the letter by which a new password is set. The answer is the same whether or not anybody has that address. */
export function askForNewPassword({ email, captchaToken }: Addressee): Promise<AuthResult<unknown>> {
  const options = { redirectTo: siteRoot(), ...withCaptcha(captchaToken) }
  return callAuth<unknown>((auth) => auth.resetPasswordForEmail(email, options))
}

/** Asks once more for the letter that confirms a new account's address; the answer is always the same. */
export function askForConfirmation({ email, captchaToken }: Addressee): Promise<AuthResult<unknown>> {
  const options = { emailRedirectTo: siteRoot(), ...withCaptcha(captchaToken) }
  return callAuth<unknown>((auth) => auth.resend({ type: 'signup', email, options }))
}

function siteRoot(): string {
  return `${window.location.origin}/`
}

function withCaptcha(captchaToken: string | undefined): { captchaToken?: string } {
  return captchaToken ? { captchaToken } : {}
}
