import { type Context, Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { agentOf } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError } from '../auth-error.ts'
import { findCaller } from '../caller.ts'
import { requireCaptcha } from '../captcha.ts'
import { limits } from '../limits.ts'
import { readBody } from '../read-body.ts'
import { challengeBody, challengeFactor, isNewPhone } from './challenge-factor.ts'
import { verifyBody } from './check-factor-answer.ts'
import { enrolBody, enrolFactor } from './enrol-factor.ts'
import { findFactor, requireSession } from './find-factor.ts'
import { removeFactor } from './remove-factor.ts'
import { sendTextCode } from './text-codes.ts'
import { verifyFactor } from './verify-factor.ts'

/** Second factors. Each call locks the caller's account, so concurrent calls are serialized. */
export function factorsApi(accounts: AuthDeps): Hono<Env> {
  return new Hono<Env>()
    .post('/factors', limits.factors('enroll'), async (c) => {
      const body = await readBody(c, enrolBody)
      const enrolled = await accounts.db.asService(async (tx) => {
        const caller = requireSession(await findCaller(accounts, tx, c, { lock: true }))
        return enrolFactor(accounts, tx, { caller, agent: agentOf(c), body })
      })
      return c.json(enrolled)
    })
    .post('/factors/:id/challenge', limits.factors('challenge'), async (c) => {
      const body = await readBody(c, challengeBody)
      await requireCaptchaForText(accounts, c, body)
      const { response, text } = await accounts.db.asService(async (tx) => {
        const caller = requireSession(await findCaller(accounts, tx, c, { lock: true }))
        const factor = await findFactor(tx, caller.account.user.id, c.req.param('id'))
        return challengeFactor(accounts, tx, { caller, agent: agentOf(c), factor, body })
      })
      if (text) await sendTextCode(accounts, { challengeId: response.id, message: text })
      return c.json(response)
    })
    .post('/factors/:id/verify', limits.factors('verify'), async (c) => {
      const body = await readBody(c, verifyBody)
      const outcome = await accounts.db.asService(async (tx) => {
        const caller = requireSession(await findCaller(accounts, tx, c, { lock: true }))
        const factor = await findFactor(tx, caller.account.user.id, c.req.param('id'))
        return verifyFactor(accounts, tx, { caller, agent: agentOf(c), factor, body })
      })
      if (outcome instanceof AuthError) throw outcome
      return c.json(outcome)
    })
    .delete('/factors/:id', async (c) => {
      const id = await accounts.db.asService(async (tx) => {
        const caller = requireSession(await findCaller(accounts, tx, c, { lock: true }))
        const factor = await findFactor(tx, caller.account.user.id, c.req.param('id'))
        if (factor.status === 'verified' && caller.aal !== 'aal2') {
          throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
        }
        await removeFactor(tx, { factor, agent: agentOf(c) })
        return factor.id
      })
      return c.json({ id })
    })
}

/** Where the shop has a captcha, a text to a new number needs its token; no transaction waits for the provider. */
async function requireCaptchaForText(
  accounts: AuthDeps,
  c: Context<Env>,
  body: { gotrue_meta_security?: unknown },
): Promise<void> {
  if (!accounts.captcha) return
  const factor = await accounts.db.asService(async (tx) => {
    const { account } = await findCaller(accounts, tx, c)
    return findFactor(tx, account.user.id, c.req.param('id') ?? '')
  })
  if (isNewPhone(factor)) await requireCaptcha(accounts, c, body)
}
