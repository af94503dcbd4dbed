import { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { limit } from '#platform/http/limits/rate-limit.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { isUuid } from '../read-body.ts'
import { markLinkingBrowser } from './link-cookie.ts'
import { findLinkingCaller, requireFreshSession } from './linking-caller.ts'
import { readProvider, sendToProvider } from './oauth.api.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** The identities of the caller's own account. */
export function identitiesApi(accounts: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .get('/user/identities/authorize', limit('auth.identities', { max: 30, perSeconds: 300 }), async (c) => {
      const { account, sessionId } = await accounts.db.asService(async (tx) => {
        const caller = await findLinkingCaller(accounts, tx, c)
        await requireFreshSession(tx, caller)
        return caller
      })
      const provider = readProvider(accounts, c)
      const link = { userId: account.user.id, sessionId }
      const { url, state } = await sendToProvider(accounts, c, { provider, link })
      markLinkingBrowser(c, accounts.siteUrl, state)
      return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
    })
    .delete('/user/identities/:id', limit('auth.identities', { max: 30, perSeconds: 300 }), async (c) => {
      const id = c.req.param('id')
      await accounts.db.asService(async (tx) => {
        const caller = await findLinkingCaller(accounts, tx, c)
        if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID')
        await unlinkIdentity(tx, { caller, identityId: id.toLowerCase(), agent: agentOf(c) })
      })
      return c.json({})
    })
}
