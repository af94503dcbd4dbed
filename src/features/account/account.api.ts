import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Accounts } from '#features/auth/accounts.ts'
import { agentOf } from '#features/auth/agent.ts'
import type { RequestContext } from '#infrastructure/db/db.ts'
import { answerError, functions } from '#infrastructure/http/answer-error.ts'
import type { Env } from '#infrastructure/http/env.ts'
import type { Rate } from '#infrastructure/http/rate-limit.ts'
import { getSignedIn } from '#infrastructure/http/signed-in.ts'
import { Refusal } from '#infrastructure/refusal.ts'
import { collectMyData } from './data/collect-my-data.ts'
import { eraseAccount } from './data/erase-account.ts'
import { getOwnSession, requireSecondFactor } from './own-session.ts'
import { endOwnSession } from './sessions/end-own-session.ts'
import { listSessions } from './sessions/list-sessions.ts'

const looks: Rate = { perMinute: 60 }
const exports: Rate = { max: 6, perSeconds: 600 }
/** Tries, too: whoever finds a session open must not guess the address. */
const erasures: Rate = { max: 10, perSeconds: 600 }

const EndBody = z.object({ id: z.uuid() })
const EraseBody = z.object({ confirm: z.string().max(255) })

/**
 * What a signed-in person may ask about herself, mounted at /functions/v1. GET account-sessions gives `{ sessions }`;
 * POST end-session `{ id }` ends one; POST export-my-data gives all that is kept about her as JSON; POST
 * erase-my-account `{ confirm }` (her address) erases it. Each wants the second factor where there is one, and is
 * counted by account. Nobody else's is ever found.
 */
export function accountApi({ db }: Pick<Accounts, 'db'>): Hono<Env> {
  return new Hono<Env>()
    .onError(answerError(functions))
    .get('/account-sessions', async (c) => {
      const claims = await taking(c, 'account.sessions', looks)
      const sessions = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return listSessions(tx, { userId: session.userId, sessionId: session.id })
      })
      return c.json({ sessions })
    })
    .post('/end-session', async (c) => {
      const claims = await taking(c, 'account.end-session', looks)
      const { id } = EndBody.parse(await c.req.json())
      await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        await endOwnSession(tx, { userId: session.userId, sessionId: id, agent: agentOf(c) })
      }, asking(c))
      return c.json({ ended: id })
    })
    .post('/export-my-data', async (c) => {
      const claims = await taking(c, 'account.export', exports)
      const data = await db.asService(async (tx) => {
        const session = await getOwnSession(tx, claims)
        requireSecondFactor(session)
        return collectMyData(tx, session)
      })
      c.header('Content-Disposition', 'attachment; filename="my-data.json"')
      return c.json(data)
    })
    .post('/erase-my-account', async (c) => {
      const claims = await taking(c, 'account.erase', erasures)
      const { confirm } = EraseBody.parse(await c.req.json())
      const { requestId } = c.var
      // No address of the caller: nothing of her is to stay in the log of changes.
      await db.asService((tx) => eraseAccount(tx, { claims, confirm, requestId }), { requestId })
      return c.json({ erased: true })
    })
}

/** Who asks, once it is known to be within the rate. Refuses unauthorized, over_request_rate_limit. */
async function taking(c: Context<Env>, bucket: string, rate: Rate) {
  c.header('Cache-Control', 'no-store')
  const claims = getSignedIn(c)
  if (await c.var.limiter.take(bucket, claims.sub, rate)) return claims
  throw new Refusal('over_request_rate_limit', 'Too many tries. Please wait a few minutes and try again.')
}

function asking(c: Context<Env>): RequestContext {
  return { requestId: c.var.requestId, ip: c.var.clientIp }
}
