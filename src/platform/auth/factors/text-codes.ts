import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#platform/database/db.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { consumeLeakyBucket } from '#platform/http/limits/rate-limiter.ts'
import { SmsError, type TextMessage } from '#platform/sms/sms.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import type { Account } from '../account/account.ts'
import type { Agent } from '../agent.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import type { StoredFactor } from './find-factor.ts'
import { countText, isTextable } from './text-budget.ts'

/** Digits of an E.164 number without the plus, as GoTrue stores them. Refuses 400 `validation_failed`. */
export function readPhone(typed: string | undefined): string {
  const digits = readTyped(typed ?? '').replace(/[\s+()./-]/g, '')
  if (!/^[1-9]\d{6,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}

/** A text with six new digits for a telephone, and the challenge's stored form of them. */
export function writeTextCode(
  { siteUrl, brand, keyedHash }: Pick<AuthDeps, 'siteUrl' | 'brand' | 'keyedHash'>,
  { phone, challengeId }: { phone: string; challengeId: string },
): { message: TextMessage; codeHash: string } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  // The last line lets a telephone fill the code in, on a page of this host only.
  const text = `${code} is your code for ${brand.name}. We will never ask you for it.\n\n@${new URL(siteUrl).host} #${code}`
  return { message: { phone: `+${phone}`, text }, codeHash: hashOf(keyedHash, challengeId, code) }
}

/**
 * Sends the text of a challenge, after the challenge was committed, so that no transaction waits for the provider.
 * Refuses `sms_send_failed`: 422 where the number cannot be texted, 500 for an error of the provider, which is logged.
 * The challenge is deleted, and the pause before the next text stays.
 */
export async function sendTextCode(
  { db, sms, log }: Pick<AuthDeps, 'db' | 'sms' | 'log'>,
  { challengeId, message }: { challengeId: string; message: TextMessage },
): Promise<void> {
  if (!sms) throw textsAreOff('verify')
  try {
    await sms.send(message)
  } catch (error) {
    const isOfNumber = error instanceof SmsError && error.reason === 'number_refused'
    if (isOfNumber) log.warn({ error, challenge: challengeId }, 'a text message was refused for its number')
    else log.error({ error, challenge: challengeId }, 'a text message could not be sent')
    await db.asService((tx) => tx.deleteFrom('auth.mfa_challenges').where('id', '=', challengeId).execute())
    throw isOfNumber
      ? new AuthError(422, 'sms_send_failed', 'Error sending sms: this number cannot be texted')
      : new AuthError(500, 'sms_send_failed', 'Error sending sms')
  }
}

/** Whether these are the digits sent for this challenge. */
export function isTextCode(
  { keyedHash }: Pick<AuthDeps, 'keyedHash'>,
  { challengeId, codeHash, code }: { challengeId: string; codeHash: string; code: string },
): boolean {
  const [given, expected] = [
    Buffer.from(hashOf(keyedHash, challengeId, code.replace(/\s/g, ''))),
    Buffer.from(codeHash),
  ]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function hashOf(keyedHash: AuthDeps['keyedHash'], challengeId: string, code: string): string {
  return keyedHash(`${challengeId}\n${code}`, 'text code')
}

export function textsAreOff(what: 'enroll' | 'verify'): AuthError {
  const act = what === 'enroll' ? 'enroll' : 'verification'
  return new AuthError(422, `mfa_phone_${what}_not_enabled`, `MFA ${act} is disabled for Phone`)
}

/**
 * Refuses a new number that would let strangers spend the shop's money: 422 `email_not_confirmed` for an account that
 * has not confirmed its address, 422 `mfa_phone_enroll_not_enabled` for a number that is not texted.
 */
export function requireTextable({ texts }: Pick<AuthDeps, 'texts'>, { user }: Account, phone: string): void {
  if (!user.email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  if (isTextable(phone, texts.countries())) return
  throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone numbers of this country')
}

/**
 * Counts one text message; the count commits with `tx`. The limits, each a leaky bucket: one in 60 s to a number (for a
 * verified factor, of that factor alone, so that other accounts cannot use it up); to one number, and for one account
 * over all numbers, five, then one an hour, so that one telephone cannot use up the texts of a day; from one network
 * thirty, then one in 10 s; and those of the day. The accounts that verified a number share its texts, apart from those
 * that did not. Text messages cost money and may reach a stranger's telephone. Refuses 429 `over_sms_send_rate_limit`,
 * and 429 `sms_send_failed` when the day's are used up.
 */
export async function throttleTextCode(
  { keyedHash, texts }: Pick<AuthDeps, 'keyedHash' | 'texts'>,
  tx: Tx,
  { id, phone, status, user_id: userId }: StoredFactor,
  { ip }: Agent,
): Promise<void> {
  const isNew = status !== 'verified'
  const few = { secondsPerToken: 3_600, capacity: 5 }
  const buckets = [
    { kind: 'text', hash: keyedHash(isNew ? (phone ?? '') : id, 'text to'), secondsPerToken: 60, capacity: 1 },
    { kind: 'texts to', hash: keyedHash(`${status} ${phone}`, 'texts to'), ...few },
    { kind: 'texts of', hash: keyedHash(userId, 'texts of'), ...few },
    ...(ip === 'local'
      ? []
      : [{ kind: 'texts from', hash: keyedHash(limitKey(ip), 'texts from'), secondsPerToken: 10, capacity: 30 }]),
  ]
  for (const bucket of buckets) {
    const wait = await consumeLeakyBucket(tx, bucket)
    if (wait === 0) continue
    const message = `For security purposes, you can only request this after ${wait} seconds.`
    throw new AuthError(429, 'over_sms_send_rate_limit', message)
  }
  await countText(tx, { perDay: texts.perDay, isNew })
}
