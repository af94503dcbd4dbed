import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Env } from '#platform/http/env.ts'
import { type Account, findAccount, findAccountByEmail } from '../account/account.ts'
import { changeEmail, confirmEmail } from '../account/email-address.ts'
import { type Agent, agentOf } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { limits } from '../limits.ts'
import { optionalText, readBody, readEmail, readPhone } from '../read-body.ts'
import { openSession } from '../sessions/open-session.ts'
import { countAttempt, type LoginAttempt, refuseWhileWaiting, resetFailures } from '../sign-in/login-throttle.ts'
import { endFlow, issueAuthCode } from './flows.ts'
import { hashCode, hashToken, mostWrongCodes } from './one-time-tokens.ts'
import { codeRedirect, errorRedirect, messageRedirect, readRedirect, sessionRedirect } from './redirects.ts'

/** /verify: POST returns JSON, GET is an e-mail's link and always redirects. */
export function verifyApi(deps: AuthDeps): Hono<Env> {
  const limit = limits.verify()
  return new Hono<Env>()
    .post('/verify', limit, async (c) => {
      const agent = agentOf(c)
      const response = await verifyToken(deps, await readVerification(c), agent, async (tx, verified) => {
        await endFlow(tx, verified.flowId)
        if (verified.is === 'half') return { msg: halfWay, code: '200' }
        return openSession(deps, tx, { userId: verified.userId, method: 'otp', agent })
      })
      return c.json(response)
    })
    .get(
      '/verify',
      // A mail scanner's check: it consumes nothing.
      async (c, next) => (c.req.method === 'HEAD' ? c.body(null, 200) : next()),
      limit,
      async (c) => {
        const { type, token } = c.req.query()
        if (!type) throw invalid('Verify requires a verification type')
        if (!token) throw invalid('Verify requires a token or a token hash')
        return c.redirect(await follow(deps, c, { type, token }), 303)
      },
    )
}

/**
 * Redeems a link and returns its redirect. The client is a browser, so an unexpected error, logged here, is a redirect
 * too.
 */
async function follow(deps: AuthDeps, c: Context<Env>, { type, token }: { type: string; token: string }) {
  const to = readRedirect(deps, c)
  const pkce = token.startsWith('pkce_')
  const agent = agentOf(c)
  try {
    if (type === 'email') throw invalid('Unsupported verification type')
    return await verifyToken(deps, { token, types: typesOf(type) }, agent, async (tx, verified) => {
      if (verified.is === 'half') {
        await endFlow(tx, verified.flowId)
        return messageRedirect(to, halfWay, { pkce })
      }
      if (pkce) return codeRedirect(to, await issueAuthCode(tx, verified.flowId, verified.userId))
      const session = await openSession(deps, tx, { userId: verified.userId, method: 'otp', agent })
      return sessionRedirect(to, session, { type })
    })
  } catch (error) {
    if (error instanceof AuthError) return errorRedirect(to, error, { inQuery: pkce })
    c.var.log.error({ error }, 'a link could not be followed')
    const message = `Something went wrong. Request ${c.var.requestId}`
    return errorRedirect(to, { status: 500, code: 'unexpected_failure', message }, { inQuery: pkce })
  }
}

const halfWay = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The token's account, and the flow that continues with it, if any; `half` of a change of address signs no user in. */
type Verified = { is: 'half' | 'done'; userId: string; flowId: string }

/**
 * Redeems a link or a code with its effect, then runs `finish`, all in one transaction. Refuses 403
 * `otp_expired` and `user_banned`; a refusal leaves the token unchanged, except the count of codes.
 */
async function verifyToken<Result>(
  deps: AuthDeps,
  verification: Verification,
  agent: Agent,
  finish: (tx: Tx, verified: Verified) => Promise<Result>,
): Promise<Result> {
  const refusal = 'code' in verification ? wrongCode : wrongLink
  const found = await ('code' in verification
    ? tryCode(deps, { ...verification, agent })
    : findByLink(deps, verification))
  if (!found) throw refusal()
  return deps.db.asService(async (tx) => {
    const claimed = await claimToken(tx, found)
    if (!claimed) throw refusal()
    const { account, type } = claimed
    if (account.isBanned) throw new AuthError(403, 'user_banned', 'User is banned')
    const about = { account, agent, keepFlow: found.id }
    const isChange = type === 'email_change_token_new' || type === 'email_change_token_current'
    const is = isChange ? await changeEmail(tx, about) : 'done'
    if (!isChange) await confirmEmail(tx, about)
    return finish(tx, { is, userId: account.user.id, flowId: found.id })
  })
}

type TokenType = Tables['auth.one_time_tokens']['token_type']
type Types = readonly TokenType[]
/** A link's token, or a code that was typed. */
type Verification = { token: string; types: Types } | { address: string; code: string; types: Types }

/**
 * The purposes that each `type` of /verify may redeem. GoTrue stores two purposes in one column, and so do the tokens
 * here.
 */
const types: Record<string, Types> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  email: ['confirmation_token', 'recovery_token'],
}
const phoneTypes = ['sms', 'phone_change']

const body = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
})

/** The body of POST /verify. Refuses 400 for anything but a link's token or an address with its code. */
async function readVerification(c: Context<Env>): Promise<Verification> {
  const { type, token, token_hash, email, phone, redirect_to } = await readBody(c, body)
  if (!type) throw invalid('Verify requires a verification type')
  if (!token === !token_hash) throw invalid('Verify requires either a token or a token hash')
  if (token_hash) {
    if (email || phone || redirect_to) throw invalid('Only the token_hash and type should be provided')
    return { token: token_hash, types: typesOf(type) }
  }
  if (!token || !email === !phone) throw invalid('Only an email address or phone number should be provided on verify')
  if (!phoneTypes.includes(type)) typesOf(type)
  if (phone) {
    readPhone(phone)
    throw wrongCode()
  }
  return { address: readEmail(email), code: token, types: types[type] ?? [] }
}

function wrongCode(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

function wrongLink(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

function typesOf(type: string): Types {
  const found = Object.hasOwn(types, type) ? types[type] : undefined
  if (!found) throw invalid('Unsupported verification type')
  return found
}

/** A row found by its link or its code. It may be gone when it is claimed. */
type FoundToken = { id: string; userId: string }

/** Finds a link's token. The form with the prefix `pkce_` is a different token. */
export async function findByLink(deps: AuthDeps, { token, types }: { token: string; types: Types }) {
  const { rows } = await deps.db.asService((tx) =>
    sql<FoundToken>`select id, user_id as "userId" from auth.one_time_tokens
      where token_hash = ${hashToken(token)} and token_type::text = any(${types as string[]})
        and expires_at > public.shop_now()`.execute(tx),
  )
  return rows[0] ?? null
}

/**
 * Tries a typed code for an address. Each try takes its number before the comparison, and is committed here, outside
 * the caller's transaction: of any number of concurrent tries, five are compared. An address without a code gets a row
 * as well, so that it takes as long as one with a code. A new e-mail allows five more tries, so wrong ones are counted
 * by address too, like passwords, whether it has a code or not: refuses 429 `over_request_rate_limit` during the delay.
 * The e-mail's link has no delay.
 */
export async function tryCode(
  deps: AuthDeps,
  { address, code, types, agent }: { address: string; code: string; types: Types; agent: Agent },
): Promise<FoundToken | null> {
  const key = deps.keyedHash(address, 'letter pause')
  const { rows, tried, counter } = await deps.db.asService(async (tx) => {
    const account = await findAccountByEmail(tx, address)
    const tried = { email: `code to\n${address}`, userId: account?.user.id ?? null, agent }
    const counter = await refuseWhileWaiting(deps, tx, tried)
    const { rows } = await sql<FoundToken & { code_hash: string }>`
      with tried as (
        update auth.one_time_tokens set attempts = attempts + 1, updated_at = public.shop_now()
        where id in (select id from auth.one_time_tokens
          where relates_to = ${address} and token_type::text = any(${types as string[]})
            and expires_at > public.shop_now() and attempts < ${mostWrongCodes} order by id for update)
        returning id, user_id, code_hash
      ), decoy as (
        insert into private.leaky_buckets (kind, key_hash, last_token_at)
        select 'code tried', ${key}, public.shop_now() where not exists (select from tried)
        on conflict (kind, key_hash) do update set last_token_at = excluded.last_token_at
      )
      select id, user_id as "userId", code_hash from tried`.execute(tx)
    return { rows, tried, counter }
  })
  const right = rows.find((row) => row.code_hash === hashCode(deps, { userId: row.userId, address, code }))
  await deps.db.asService((tx) => (right ? resetFailures(tx, counter) : countFailure(deps, tx, tried)))
  return right ? { id: right.id, userId: right.userId } : null
}

/** Of too many concurrent tries only those up to the limit are counted. */
async function countFailure(deps: AuthDeps, tx: Tx, tried: LoginAttempt): Promise<void> {
  try {
    await countAttempt(deps, tx, tried)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
  }
}

/**
 * Consumes a token and returns its account, locked. Null if another call was faster, if it was replaced, or if the
 * account no longer has (or requests) the address it was sent to. Of concurrent calls one succeeds.
 */
export async function claimToken(
  tx: Tx,
  { id, userId }: FoundToken,
): Promise<{ account: Account; type: TokenType } | null> {
  const account = await findAccount(tx, userId, { lock: true })
  if (!account) return null
  const claimed = await tx
    .deleteFrom('auth.one_time_tokens')
    .where('id', '=', id)
    .where('expires_at', '>', shopNow)
    .returning(['token_type', 'relates_to'])
    .executeTakeFirst()
  if (!claimed) return null
  const { email, email_change } = account.user
  const address = claimed.token_type === 'email_change_token_new' ? email_change : email
  return address?.toLowerCase() === claimed.relates_to ? { account, type: claimed.token_type } : null
}
