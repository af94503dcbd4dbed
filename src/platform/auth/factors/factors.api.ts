import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import type { Factor } from '../account/account.ts'
import { type Agent, agentOf, recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { type Caller, findCaller } from '../caller.ts'
import { requireCaptcha } from '../captcha.ts'
import { limits } from '../limits.ts'
import { readBody } from '../read-body.ts'
import { challengeBody, challengeFactor, isNewPhone } from './challenge-factor.ts'
import {
  type CallerInSession,
  type FactorType,
  findFactor,
  isVerified,
  removeFactor,
  requireSession,
} from './factor.ts'
import { hasPasskeys, passkeysAreOff } from './passkeys.ts'
import { readPhone, requireTextable, sendTextCode, textsAreOff } from './text-codes.ts'
import { newTotp, sealSecret } from './totp.ts'
import { verifyBody, verifyFactor } from './verify-factor.ts'

/** Second factors. Each call locks the caller's account, so concurrent calls are serialized. */
export function factorsApi(deps: AuthDeps): Hono<Env> {
  function asCaller<T>(c: Context<Env>, work: (tx: Tx, caller: CallerInSession) => Promise<T>): Promise<T> {
    return deps.db.asService(async (tx) => work(tx, requireSession(await findCaller(deps, tx, c, { lock: true }))))
  }
  return new Hono<Env>()
    .post('/factors', limits.factors('enroll'), async (c) => {
      const body = await readBody(c, enrolBody)
      const agent = agentOf(c)
      return c.json(await asCaller(c, (tx, caller) => enrolFactor(deps, tx, { caller, agent, body })))
    })
    .post('/factors/:id/challenge', limits.factors('challenge'), async (c) => {
      const body = await readBody(c, challengeBody)
      await requireCaptchaForText(deps, c, body)
      const { response, text } = await asCaller(c, async (tx, caller) => {
        const factor = findFactor(caller.account, c.req.param('id'))
        return challengeFactor(deps, tx, { caller, agent: agentOf(c), factor, body })
      })
      if (text) await sendTextCode(deps, { challengeId: response.id, message: text })
      return c.json(response)
    })
    .post('/factors/:id/verify', limits.factors('verify'), async (c) => {
      const body = await readBody(c, verifyBody)
      const outcome = await asCaller(c, async (tx, caller) => {
        const factor = findFactor(caller.account, c.req.param('id'))
        return verifyFactor(deps, tx, { caller, agent: agentOf(c), factor, body })
      })
      if (outcome instanceof AuthError) throw outcome
      return c.json(outcome)
    })
    .delete('/factors/:id', async (c) => {
      const id = await asCaller(c, async (tx, { account, aal }) => {
        const factor = findFactor(account, c.req.param('id'))
        if (isVerified(factor) && aal !== 'aal2') {
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
  deps: AuthDeps,
  c: Context<Env>,
  body: { gotrue_meta_security?: unknown },
): Promise<void> {
  if (!deps.captcha) return
  const { account } = await deps.db.asService((tx) => findCaller(deps, tx, c))
  if (isNewPhone(findFactor(account, c.req.param('id') ?? ''))) await requireCaptcha(deps, c, body)
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

/** Begins a second factor; answering a challenge verifies it. The account must be locked in `tx`. */
async function enrolFactor(
  deps: AuthDeps,
  tx: Tx,
  { caller, agent, body }: { caller: Caller; agent: Agent; body: z.output<typeof enrolBody> },
): Promise<object> {
  const { user } = caller.account
  const type = readType(body.factor_type)
  const friendly_name = body.friendly_name
  if (type === 'phone' && !deps.sms) throw textsAreOff('enroll')
  if (type === 'webauthn' && !hasPasskeys(deps)) throw passkeysAreOff('enroll')
  const phone = type === 'phone' ? readPhone(body.phone ?? '') : null
  if (phone) requireTextable(deps, caller.account, phone)
  const room = requireRoom(caller, { friendly_name, phone })
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', user.id)
    .where(sql<boolean>`id <> all(${room}::uuid[])`)
    .execute()

  const id = randomUUID()
  const issuer = body.issuer || new URL(deps.siteUrl).host
  const totp = type === 'totp' ? newTotp({ issuer, account: user.email || user.phone || user.id }) : null
  await tx
    .insertInto('auth.mfa_factors')
    .values({
      id,
      user_id: user.id,
      friendly_name,
      factor_type: type,
      phone,
      secret: totp && sealSecret(deps, id, totp.secret),
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

/**
 * The ids of the factors that stay beside a new one: outdated ones go, and a second enrolment of a number replaces the
 * first. Refuses 422 for a name or a verified number that is taken and for the eleventh factor, 403 `insufficient_aal`.
 */
function requireRoom(
  { account: { factors }, aal }: Caller,
  { friendly_name, phone }: { friendly_name: string; phone: string | null },
): string[] {
  const isSameNumber = (factor: Factor) => factor.factor_type === 'phone' && factor.phone === phone
  if (factors.some((factor) => isSameNumber(factor) && isVerified(factor))) {
    const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
    throw new AuthError(422, 'mfa_verified_factor_exists', message)
  }
  const others = factors.filter((factor) => !isSameNumber(factor))
  if (others.some((factor) => (factor.friendly_name ?? '') === friendly_name)) {
    const message = `A factor with the friendly name "${friendly_name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  if (others.length >= most) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (aal !== 'aal2' && others.some(isVerified)) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
  return others.map(({ id }) => id)
}
