import { type Context, Hono } from 'hono'
import type { Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { isBanned } from '../account/account.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import { type Agent, agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { limits } from '../limits.ts'
import { openSession } from '../sessions/open-session.ts'
import { changeEmail } from './change-email.ts'
import { endFlow, issueAuthCode } from './flows.ts'
import { readLink, readVerification, type Verification, wrongCode, wrongLink } from './read-verification.ts'
import { claimToken, findByLink, tryCode } from './redeem-token.ts'
import { codeRedirect, errorRedirect, messageRedirect, readRedirect, sessionRedirect } from './redirects.ts'

/** /verify: POST returns JSON, GET is an e-mail's link and always redirects. */
export function verifyApi(accounts: AuthDeps): Hono<Env> {
  const limit = limits.verify()
  return new Hono<Env>()
    .post('/verify', limit, async (c) => {
      const agent = agentOf(c)
      const verified = await verifyToken(accounts, await readVerification(c), {
        agent,
        async finish(tx, verified) {
          await endFlow(tx, verified.flowId)
          if (verified.is === 'half') return { msg: halfWay, code: '200' }
          return openSession(accounts, tx, { userId: verified.userId, method: 'otp', agent })
        },
      })
      return c.json(verified)
    })
    .get(
      '/verify',
      // A mail scanner's check: it consumes nothing.
      async (c, next) => (c.req.method === 'HEAD' ? c.body(null, 200) : next()),
      limit,
      async (c) => {
        const type = c.req.query('type')
        const token = c.req.query('token')
        if (!type) throw invalid('Verify requires a verification type')
        if (!token) throw invalid('Verify requires a token or a token hash')
        return c.redirect(await follow(accounts, c, { type, token }), 303)
      },
    )
}

/**
 * Redeems a link and returns its redirect. The client is a browser, so an unexpected error, logged here, is a redirect
 * too.
 */
async function follow(accounts: AuthDeps, c: Context<Env>, { type, token }: { type: string; token: string }) {
  const to = readRedirect(accounts, c)
  const pkce = token.startsWith('pkce_')
  const agent = agentOf(c)
  try {
    return await verifyToken(accounts, readLink({ type, token }), {
      agent,
      async finish(tx, verified) {
        if (verified.is === 'half') {
          await endFlow(tx, verified.flowId)
          return messageRedirect(to, halfWay, { pkce })
        }
        if (pkce) return codeRedirect(to, await issueAuthCode(tx, verified.flowId, verified.userId))
        const session = await openSession(accounts, tx, { userId: verified.userId, method: 'otp', agent })
        return sessionRedirect(to, session, { type })
      },
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
export type Verified = { is: 'half' | 'done'; userId: string; flowId: string }

/**
 * Redeems a link or a code with its effect, then runs `finish`, all in one transaction. Refuses 403
 * `otp_expired` and `user_banned`; a refusal leaves the token unchanged, except the count of codes.
 */
async function verifyToken<Result>(
  accounts: AuthDeps,
  verification: Verification,
  { agent, finish }: { agent: Agent; finish: (tx: Tx, verified: Verified) => Promise<Result> },
): Promise<Result> {
  const refusal = verification.by === 'link' ? wrongLink : wrongCode
  const found = await (verification.by === 'link'
    ? findByLink(accounts, verification)
    : tryCode(accounts, { ...verification, agent }))
  if (!found) throw refusal()
  return accounts.db.asService(async (tx) => {
    const claimed = await claimToken(tx, found)
    if (!claimed) throw refusal()
    const { account, type } = claimed
    if (await isBanned(tx, account.user)) throw new AuthError(403, 'user_banned', 'User is banned')
    const about = { account, agent, keepFlow: found.id }
    const isChange = type === 'email_change_token_new' || type === 'email_change_token_current'
    const is = isChange ? await changeEmail(accounts, tx, about) : 'done'
    if (!isChange) await confirmEmail(accounts, tx, about)
    return finish(tx, { is, userId: account.user.id, flowId: found.id })
  })
}
