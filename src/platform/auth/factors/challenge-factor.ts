import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { shopNow, type Tx } from '#platform/database/db.ts'
import type { TextMessage } from '#platform/sms/sms.ts'
import type { Factor } from '../account/account.ts'
import { type Agent, inetOf } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { Caller } from '../caller.ts'
import { captchaField } from '../captcha.ts'
import { isVerified, requireRightToVerify } from './factor.ts'
import { creationOptions, readCredential, relyingParty, relyingPartyFields, requestOptions } from './passkeys.ts'
import { requireTextable, textsAreOff, throttleTextCode, writeTextCode } from './text-codes.ts'

export const challengeBody = z.object({ webauthn: relyingPartyFields.nullish(), ...captchaField })

/** Seconds in which a challenge may be answered. */
export const challengeSeconds = 300

/** The address of a request without a connection. */
export const unknownIp = '0.0.0.0'

/** The response and, for a telephone, the text to send once `tx` has committed. */
type ChallengeResult = { response: { id: string }; text: TextMessage | null }

/**
 * Creates a challenge: for a telephone it prepares a text; a passkey gets its options: `create` while the
 * factor is new, `request` later. The account must be locked in `tx`.
 */
export async function challengeFactor(
  deps: AuthDeps,
  tx: Tx,
  params: { caller: Caller; agent: Agent; factor: Factor; body: z.output<typeof challengeBody> },
): Promise<ChallengeResult> {
  const { caller, agent, factor, body } = params
  requireRightToVerify(caller, factor)
  const id = randomUUID()
  const code = factor.factor_type === 'phone' ? await writeCode(deps, tx, { caller, factor, agent, id }) : null
  const passkey = factor.factor_type === 'webauthn' ? await passkeyOptions(deps, { caller, factor, body }) : null
  await tx
    .insertInto('auth.mfa_challenges')
    .values({
      id,
      factor_id: factor.id,
      ip_address: inetOf(agent) ?? unknownIp,
      otp_code: code?.codeHash ?? null,
      web_authn_session_data: passkey && JSON.stringify(passkey.session),
      created_at: shopNow,
    })
    .execute()
  const { rows } = await sql<{ expires_at: number }>`
    update auth.mfa_factors set last_challenged_at = public.shop_now() where id = ${factor.id}
    returning extract(epoch from public.shop_now())::int + ${challengeSeconds}::int as expires_at`.execute(tx)
  const response = {
    id,
    type: factor.factor_type,
    expires_at: rows[0]?.expires_at,
    ...(passkey && {
      webauthn: { type: passkey.session.type, credential_options: { publicKey: passkey.publicKey } },
    }),
  }
  return { response, text: code?.message ?? null }
}

/** Whether a challenge texts a number that has not shown a code yet: any account may add any number. */
export function isNewPhone({ factor_type, status }: Factor): boolean {
  return factor_type === 'phone' && status !== 'verified'
}

async function writeCode(
  deps: AuthDeps,
  tx: Tx,
  { caller, factor, agent, id }: { caller: Caller; factor: Factor; agent: Agent; id: string },
) {
  if (!deps.sms) throw textsAreOff('verify')
  if (isNewPhone(factor)) requireTextable(deps, caller.account, factor.phone ?? '')
  await throttleTextCode(deps, tx, factor, agent)
  return writeTextCode(deps, { phone: factor.phone ?? '', challengeId: id })
}

function passkeyOptions(
  deps: AuthDeps,
  { caller, factor, body }: { caller: Caller; factor: Factor; body: z.output<typeof challengeBody> },
) {
  const party = relyingParty(deps, body.webauthn)
  if (isVerified(factor)) {
    const credential = readCredential(factor.web_authn_credential)
    return requestOptions(credential.rpId ?? party, credential)
  }
  const { user, factors } = caller.account
  const others = factors.filter((each) => each.factor_type === 'webauthn' && isVerified(each))
  return creationOptions(
    { id: party, name: deps.brand.name },
    { id: user.id, name: user.email || user.id },
    others.map(({ web_authn_credential }) => readCredential(web_authn_credential)),
  )
}
