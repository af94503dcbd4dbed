import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'
import type { Agent } from '../agent.ts'
import { recordAuthEvent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { Caller } from '../caller.ts'
import { type FactorType, sweepFactors } from './find-factor.ts'
import { hasPasskeys, passkeysAreOff } from './relying-party.ts'
import { readPhone, requireTextable, textsAreOff } from './text-codes.ts'
import { newTotp, sealSecret } from './totp.ts'

const most = 10

/** A name as users type it: at most 100 characters, no control characters. */
const name = z
  .string()
  .max(100)
  .refine((text) => !/\p{Cc}/u.test(text), 'has characters that cannot be shown')
  .nullish()
  .transform((text) => text?.trim() ?? '')

export const enrolBody = z.object({
  factor_type: z.string().nullish(),
  friendly_name: name,
  issuer: name,
  phone: z.string().max(50).nullish(),
})

/**
 * Begins a second factor; answering a challenge verifies it. The account must be locked in `tx`.
 */
export async function enrolFactor(
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
      created_at: sql<Date>`public.shop_now()`,
      updated_at: sql<Date>`public.shop_now()`,
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
