import type { Context } from 'hono'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Account, findAccountByEmail, reloadAccount, setUser, toWireUser } from '../account/account.ts'
import { createAccount } from '../account/create-account.ts'
import { agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, emailExists, invalid } from '../auth-error.ts'
import { issueToken, type TokenPurpose } from '../mail-links/one-time-tokens.ts'
import { allowedRedirect, readRedirect } from '../mail-links/redirects.ts'
import { sendings } from '../mail-links/send-link.ts'
import { hashQueued } from '../passwords/password.ts'
import { validatePassword } from '../passwords/validate-password.ts'
import { metadata, optionalText, readBody, readEmail } from '../read-body.ts'
import { mergedJson, requireFree } from './user-rows.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const
type LinkType = (typeof types)[number] & TokenPurpose

const linkParams = z.object({
  type: z.string().nullish(),
  email: optionalText,
  new_email: optionalText,
  password: z.string().nullish(),
  data: metadata.nullish(),
  redirect_to: optionalText,
})
type LinkParams = z.output<typeof linkParams>

/**
 * POST /admin/generate_link: a link and a code like an e-mail's, for the service to deliver; no e-mail is sent. Returns
 * the user's fields with those of the link, in one object.
 */
export async function generateLink(deps: AuthDeps, c: Context<Env>): Promise<object> {
  const params = await readBody(c, linkParams)
  const requestedType = readType(params.type)
  const email = readEmail(params.email)
  const newEmail = requestedType.startsWith('email_change') ? readEmail(params.new_email) : null
  const redirectTo = allowedRedirect(deps, params.redirect_to) ?? readRedirect(deps, c)
  const isKnown = await deps.db.asService((tx) => findAccountByEmail(tx, email))
  const hash = requestedType === 'signup' && !isKnown ? await hashOfNew(deps, params, email) : null
  return deps.db.asService(async (tx) => {
    const found = await findAccountByEmail(tx, email, { lock: true })
    const type = requestedType === 'magiclink' && !found ? 'signup' : requestedType
    const newAccount = { email, passwordHash: hash, userMetadata: params.data ?? undefined }
    const { user } = await prepare(tx, { type, found, newAccount })
    if (newEmail !== null) {
      await requireFree(tx, { email: newEmail })
      await setUser(tx, user.id, { email_change: newEmail, email_change_confirm_status: 0 })
    }
    const { type: tokenType, verifiedAs, sentAt } = sendings[type]
    const address = type === 'email_change_new' && newEmail !== null ? newEmail : email
    const token = { userId: user.id, type: tokenType, purpose: type, address, derived: true }
    const issued = await issueToken(deps, tx, token)
    await setUser(tx, user.id, Object.fromEntries(sentAt.map((column) => [column, shopNow])))
    const action = type === 'invite' ? 'user_invited' : type === 'signup' ? 'user_signedup' : 'user_recovery_requested'
    const details = { user_id: user.id, by: 'service', link: type }
    await recordAuthEvent(tx, { action, userId: null, agent: agentOf(c), details })
    const query = new URLSearchParams({ token: issued.token, type: verifiedAs, redirect_to: redirectTo })
    return {
      ...toWireUser(await reloadAccount(tx, user.id)),
      action_link: `${deps.siteUrl}/auth/v1/verify?${query}`,
      email_otp: issued.code,
      hashed_token: issued.token,
      verification_type: type,
      redirect_to: redirectTo,
    }
  })
}

function readType(type: string | null | undefined): LinkType {
  const known = types.find((each) => each === type)
  if (!known) throw invalid(`Invalid email action link type requested: ${String(type ?? '').slice(0, 50)}`)
  return known
}

async function hashOfNew(deps: AuthDeps, { password }: LinkParams, email: string): Promise<string> {
  if (!password) throw invalid('Signup requires a valid password')
  await validatePassword(deps, { password, email })
  return hashQueued(password)
}

/** The link's account, created for link types that create one. Refuses 422 `email_exists` and 404 `user_not_found`. */
async function prepare(
  tx: Tx,
  {
    type,
    found,
    newAccount,
  }: { type: LinkType; found: Account | null; newAccount: Parameters<typeof createAccount>[1] },
): Promise<Account> {
  if (type !== 'signup' && type !== 'invite') {
    if (!found) throw new AuthError(404, 'user_not_found', 'User with this email not found')
    return found
  }
  if (!found) return reloadAccount(tx, await createAccount(tx, { ...newAccount, plainMetadata: type === 'signup' }))
  if (found.user.email_confirmed_at) throw emailExists()
  const merged = type === 'signup' ? mergedJson(found.user.raw_user_meta_data, newAccount.userMetadata) : undefined
  if (merged !== undefined) {
    await setUser(tx, found.user.id, { raw_user_meta_data: merged })
  }
  return found
}
