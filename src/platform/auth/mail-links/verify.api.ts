import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { limits } from '../limits.ts'
import { openSession } from '../sessions/open-session.ts'
import { endFlow, issueAuthCode } from './flows.ts'
import { readLink, readVerification } from './read-verification.ts'
import { codeRedirect, errorRedirect, messageRedirect, readRedirect, sessionRedirect } from './redirects.ts'
import { halfWay, verifyToken } from './verify-token.ts'

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
