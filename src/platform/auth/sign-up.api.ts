import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Account, findAccountByEmail, reloadAccount, toWireUser, type WireUser } from './account/account.ts'
import { createOrFindAccount, spendDecoy, withDecoy } from './account/create-account.ts'
import { agentOf, recordAuthEvent } from './audit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { AuthError, invalid } from './auth-error.ts'
import { captchaField, requireCaptcha } from './captcha.ts'
import { limits } from './limits.ts'
import { challengeFields, readChallenge } from './mail-links/flows.ts'
import { readRedirect } from './mail-links/redirects.ts'
import { sendLink, throttleAuthEmail } from './mail-links/send-link.ts'
import { hashQueued } from './passwords/password.ts'
import { validatePassword } from './passwords/validate-password.ts'
import { metadata, optionalText, readBody, readEmail } from './read-body.ts'
import { openSession, type SessionResponse } from './sessions/open-session.ts'

/** POST /signup. */
export function signUpApi(deps: AuthDeps): Hono<Env> {
  return new Hono<Env>().post('/signup', limits.mail('signup'), async (c) =>
    c.json(await signUp(deps, await readSignUp(deps, c))),
  )
}

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata.nullish(),
  ...challengeFields,
  ...captchaField,
})

type SignUp = Awaited<ReturnType<typeof readSignUp>>

/** The validated request, with the password hashed: also for an address with an account, so that it takes as long. */
async function readSignUp(deps: AuthDeps, c: Context<Env>) {
  const { email, phone, password, data, ...rest } = await readBody(c, body)
  await requireCaptcha(deps, c, rest)
  if (!deps.settings.signups) throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  if (!email && !phone) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (!password) throw invalid('Signup requires a valid password')
  if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.')
  await validatePassword(deps, { password, email })
  if (!email) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
  const address = readEmail(email)
  const challenge = readChallenge(rest)
  const redirectTo = readRedirect(deps, c)
  const passwordHash = await hashQueued(password)
  return { address, passwordHash, userMetadata: data ?? {}, challenge, redirectTo, agent: agentOf(c) }
}

/**
 * Creates an account and sends the confirmation e-mail; a shop without confirmations returns a session at once. An
 * unconfirmed address gets its e-mail again, and its account stays unchanged. A confirmed one gets none, and the
 * response looks like a new account's, at the same cost. Refuses 429 `over_email_send_rate_limit` within a minute of
 * the last e-mail, and 422 `user_already_exists` without confirmations.
 */
async function signUp(deps: AuthDeps, request: SignUp): Promise<SessionResponse | WireUser> {
  const { address, passwordHash, userMetadata, agent } = request
  const { autoconfirm: confirmed } = deps.settings
  return deps.db.asService(async (tx) => {
    if (!confirmed) await throttleAuthEmail(deps, tx, { kind: 'verification', address })
    const known = await findAccountByEmail(tx, address)
    if (known) return respondForKnownAddress(deps, tx, known, request)
    const newAccount = { email: address, passwordHash, userMetadata, confirmed }
    const { account, isNew } = await createOrFindAccount(tx, newAccount)
    if (!isNew) return respondForKnownAddress(deps, tx, account, request)
    const userId = account.user.id
    await recordAuthEvent(tx, { action: 'user_signedup', userId, agent, details: { method: 'password' } })
    if (confirmed) return openSession(deps, tx, { userId, method: 'password', agent })
    return toWireUser(await sendConfirmation(deps, tx, account, request))
  })
}

async function respondForKnownAddress(deps: AuthDeps, tx: Tx, known: Account, request: SignUp): Promise<WireUser> {
  const { address, passwordHash, userMetadata, agent } = request
  const { autoconfirm } = deps.settings
  if (!known.user.email_confirmed_at) {
    if (autoconfirm) await throttleAuthEmail(deps, tx, { kind: 'verification', address })
    await spendDecoy(tx)
    return asItBegan(await sendConfirmation(deps, tx, known, request))
  }
  if (autoconfirm) throw new AuthError(422, 'user_already_exists', 'User already registered')
  const like = { passwordHash, userMetadata, confirmed: false }
  const imitate = async (decoy: Account) => {
    const details = { method: 'password' }
    await recordAuthEvent(tx, { action: 'user_signedup', userId: decoy.user.id, agent, details })
    return sendConfirmation(deps, tx, decoy, request)
  }
  const account = await withDecoy(tx, imitate, like)
  const user = toWireUser({ ...account, identities: [] })
  return { ...user, email: address, user_metadata: { ...(account.user.raw_user_meta_data as object), email: address } }
}

/**
 * An unconfirmed account, without its owner's later changes: the caller may be anyone, and must not read the telephone
 * number, other addresses, or times.
 */
function asItBegan({ user, identities, ...account }: Account): WireUser {
  return toWireUser({
    ...account,
    user: {
      ...user,
      email_change: '',
      email_change_sent_at: null,
      phone_change: '',
      recovery_sent_at: null,
      reauthentication_sent_at: null,
      invited_at: null,
      last_sign_in_at: null,
      banned_until: null,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      updated_at: user.created_at,
    },
    identities: identities.filter(({ provider }) => provider === 'email'),
    factors: [],
  })
}

async function sendConfirmation(deps: AuthDeps, tx: Tx, account: Account, request: SignUp): Promise<Account> {
  await sendLink(deps, tx, { ...request, account, purpose: 'signup' })
  return reloadAccount(tx, account.user.id)
}
