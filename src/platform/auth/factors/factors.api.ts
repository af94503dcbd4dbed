import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { type Agent, agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { type Caller, findCaller } from '../caller.ts'
import { requireCaptcha } from '../captcha.ts'
import { limits } from '../limits.ts'
import { readBody } from '../read-body.ts'
import { challengeBody, challengeFactor, isNewPhone } from './challenge-factor.ts'
import { type FactorType, findFactor, removeFactor, requireSession, sweepFactors } from './find-factor.ts'
import { hasPasskeys, passkeysAreOff } from './passkeys.ts'
import { readPhone, requireTextable, sendTextCode, textsAreOff } from './text-codes.ts'
import { newTotp, sealSecret } from './totp.ts'
import { verifyBody, verifyFactor } from './verify-factor.ts'

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

const most = 10

/** A name as users type it: at most 100 characters, no control characters. */
const name = z
  .string()
  .max(100)
  .refine((text) => !/\p{Cc}/u.test(text), 'has characters that cannot be shown')
  .nullish()
  .transform((text) => text?.trim() ?? '')

const enrolBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: name,
  issuer: name,
  phone: z.string().max(50).nullish(),
})

/**
 * Begins a second factor; answering a challenge verifies it. The account must be locked in `tx`.
 */
async function enrolFactor(
  accounts: AuthDeps,
  tx: Tx,
  { caller, agent, body }: { caller: Caller; agent: Agent; body: z.output<typeof enrolBody> },
): Promise<object> {
  const { user } = caller.account
  const type = readType(body.factor_type)
  const friendly_name = body.friendly_name
  if (type === 'phone' && !accounts.sms) throw textsAreOff('enroll')
  if (type === 'webauthn' && !hasPasskeys(accounts)) throw passkeysAreOff('enroll')
  const phone = type === 'phone' ? readPhone(body.phone ?? '') : null
  if (phone) requireTextable(accounts, caller.account, phone)
  await sweepFactors(tx, user.id)
  if (phone) await makeRoomForPhone(tx, user.id, phone)
  await requireRoom(tx, caller, friendly_name)

  const id = randomUUID()
  const issuer = body.issuer || new URL(accounts.siteUrl).host
  const totp = type === 'totp' ? newTotp({ issuer, account: user.email || user.phone || user.id }) : null
  await tx
    .insertInto('auth.mfa_factors')
    .values({
      id,
      user_id: user.id,
      friendly_name,
      factor_type: type,
      phone,
      secret: totp && sealSecret(accounts, id, totp.secret),
      created_at: shopNow,
      updated_at: shopNow,
    })
    .execute()
  await recordAuthEvent(tx, { action: 'factor_enrolled', userId: user.id, agent, details: { factor_id: id, type } })
  return { id, type, friendly_name, ...(totp && { totp }), ...(phone && { phone }) }
}

function readType(type: string | null | undefined): FactorType {
  if (type === 'totp' || type === 'phone' || type === 'webauthn') return type
  throw invalid('factor_type needs to be totp, phone, or webauthn')
}

/** A second enrolment of a number replaces the first. */
async function makeRoomForPhone(tx: Tx, userId: string, phone: string): Promise<void> {
  const same = await tx
    .selectFrom('auth.mfa_factors')
    .select(['id', 'status'])
    .where('user_id', '=', userId)
    .where('factor_type', '=', 'phone')
    .where('phone', '=', phone)
    .execute()
  if (same.some(({ status }) => status === 'verified')) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
    throw new AuthError(422, 'mfa_verified_factor_exists', message)
  }
  for (const { id } of same) await tx.deleteFrom('auth.mfa_factors').where('id', '=', id).execute()
}

async function requireRoom(tx: Tx, { account, aal }: Caller, friendlyName: string): Promise<void> {
  const all = await tx
    .selectFrom('auth.mfa_factors')
    .select(['friendly_name', 'status'])
    .where('user_id', '=', account.user.id)
    .execute()
  if (all.some((factor) => (factor.friendly_name ?? '') === friendlyName)) {
    const message = `A factor with the friendly name "${friendlyName}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  if (all.length >= most) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (aal !== 'aal2' && all.some(({ status }) => status === 'verified')) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}
