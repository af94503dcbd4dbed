import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import { type Account, reloadAccount, setUser, toWireUser } from '../account/account.ts'
import { requestEmailChange } from '../account/email-address.ts'
import { agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid, mapTakenErrors } from '../auth-error.ts'
import { type Caller, findCaller } from '../caller.ts'
import { isVerified } from '../factors/factor.ts'
import { limitRevealing, limits } from '../limits.ts'
import { challengeFields, readChallenge } from '../mail-links/flows.ts'
import { hashCode, mostWrongCodes } from '../mail-links/one-time-tokens.ts'
import { readRedirect } from '../mail-links/redirects.ts'
import { sendLink, throttleAuthEmail } from '../mail-links/send-link.ts'
import { mergeMetadata, metadata, optionalText, readBody, readEmail, readPhone } from '../read-body.ts'
import { changePassword, prepareNewPassword } from './change-password.ts'

/** A user's own record. */
export function userApi(deps: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .get('/user', async (c) => {
      const { account } = await deps.db.asService((tx) => findCaller(deps, tx, c))
      return c.json(toWireUser(account))
    })
    .put('/user', limits.mail('user'), async (c) => c.json(toWireUser(await updateUser(deps, c))))
    .get('/reauthenticate', limits.mail('reauthenticate'), async (c) => {
      await reauthenticate(deps, c)
      return c.json({})
    })
}

/**
 * GET /reauthenticate: e-mails the caller six digits, for `nonce` of a new password. Refuses 400 for an
 * account without an address, 422 `email_not_confirmed`, and 429 within a minute of the last.
 */
async function reauthenticate(deps: AuthDeps, c: Context<Env>): Promise<void> {
  await deps.db.asService(async (tx) => {
    const { account } = await findCaller(deps, tx, c, { lock: true })
    const { id, email: address, email_confirmed_at } = account.user
    // Phones are a second factor here and no way to sign in, so a code by text message would prove nothing.
    if (!address) throw invalid('Reauthentication requires the user to have an email or a phone number')
    if (!email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    await throttleAuthEmail(deps, tx, { kind: 'reauthentication', address })
    await recordAuthEvent(tx, { action: 'user_reauthenticate_requested', userId: id, agent: agentOf(c) })
    const redirectTo = `${deps.siteUrl}/`
    await sendLink(deps, tx, { account, purpose: 'reauthentication', address, redirectTo, challenge: null })
  })
}

const changesBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  current_password: optionalText,
  nonce: optionalText,
  data: metadata.nullish(),
  app_metadata: z.unknown().optional(),
  ...challengeFields,
})

type Changes = ReturnType<typeof readChanges>

/**
 * PUT /user: changes the caller's own record, all requested fields or none. Returns the account
 * afterwards. Concurrent calls wait for each other at the row, so no change is lost. Besides the protocol's refusals
 * there is 409 `conflict`, if another call changed the password while this one hashed.
 */
async function updateUser(deps: AuthDeps, c: Context<Env>): Promise<Account> {
  const caller = await deps.db.asService((tx) => findCaller(deps, tx, c))
  const body = await readBody(c, changesBody)
  const changes = readChanges(caller, body)
  const challenge = readChallenge(body)
  const redirectTo = readRedirect(deps, c)
  refuseUnlessAllowed(caller, changes)
  const agent = agentOf(c)
  if (changes.email) await limitRevealing(c, 'user', caller.account.user.id)
  if (body.nonce !== undefined) await checkNonce(deps, caller.account, body.nonce)
  // Hashing may have to wait, which must not happen while the row is locked.
  const password = await prepareNewPassword(deps, { account: caller.account, agent, ...body })

  const changed = [password && 'password', body.data && 'data', changes.email && 'email'].filter(Boolean)
  if (changed.length === 0) return caller.account

  const changing = deps.db.asService(async (tx) => {
    const caller = await findCaller(deps, tx, c, { lock: true })
    refuseUnlessAllowed(caller, changes)
    const { account, sessionId } = caller
    const userId = account.user.id
    if (password) await changePassword(deps, tx, { account, sessionId, agent, ...password })
    if (body.data) await saveMetadata(tx, account, body.data)
    if (changes.email) await requestEmailChange(deps, tx, { account, email: changes.email, redirectTo, challenge })
    await recordAuthEvent(tx, { action: 'user_modified', userId, agent, details: { changed } })
    return reloadAccount(tx, userId)
  })
  return mapTakenErrors(changing)
}

/** What the request changes; absent fields stay. `email` in lower case. */
function readChanges({ account: { user } }: Caller, body: z.output<typeof changesBody>) {
  const email = body.email === undefined ? undefined : readEmail(body.email)
  const phone = body.phone === undefined ? undefined : readPhone(body.phone)
  return {
    email: email === user.email?.toLowerCase() ? undefined : email,
    phone: phone === user.phone ? undefined : phone,
    password: body.password ?? undefined,
    appMetadata: body.app_metadata !== undefined && body.app_metadata !== null,
  }
}

function refuseUnlessAllowed({ account, aal }: Caller, { email, phone, password, appMetadata }: Changes): void {
  if (appMetadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata is restricted to administrators')
  // The first password of an account grants no more than the e-mailed link of this session did: both stop at aal1.
  // Without this, a user of such a link could never set one.
  const changesPassword = password !== undefined && Boolean(account.user.encrypted_password)
  const isGuarded = account.factors.some(isVerified) && aal === 'aal1'
  if (isGuarded && (email !== undefined || phone !== undefined || changesPassword)) {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw new AuthError(401, 'insufficient_aal', message)
  }
  // A stranger's mailbox may be behind an unconfirmed address, and such accounts cost nothing.
  if (email !== undefined && account.user.email && !account.user.email_confirmed_at)
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  if (phone !== undefined) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

async function saveMetadata(tx: Tx, { user }: Account, data: Record<string, unknown>): Promise<void> {
  await setUser(tx, user.id, {
    raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, data)),
  })
}

/**
 * Whether six digits are those of the user's last GET /reauthenticate. Every try is counted and committed before the
 * comparison, so concurrent ones get five between them. The change they are sent with voids them. Refuses 422
 * `reauthentication_not_valid`.
 */
async function checkNonce(deps: AuthDeps, { user }: Account, nonce: string): Promise<void> {
  const { rows } = await deps.db.asService((tx) =>
    sql<{ code_hash: string | null; relates_to: string }>`update auth.one_time_tokens set attempts = attempts + 1
      where user_id = ${user.id} and token_type = 'reauthentication_token' and expires_at > public.shop_now()
        and attempts < ${mostWrongCodes}::int
      returning code_hash, relates_to`.execute(tx),
  )
  const [stored] = rows
  const fits =
    stored &&
    stored.code_hash === hashCode(deps, { userId: user.id, address: stored.relates_to, code: readTyped(nonce) })
  if (!fits) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
