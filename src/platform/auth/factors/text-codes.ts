import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Tx } from '#platform/database/db.ts'
import { limitKey } from '#platform/http/limits/client-ip.ts'
import { isSameText } from '#platform/secrets/secrets.ts'
import { SmsError, type TextMessage } from '#platform/sms/sms.ts'
import { readTyped } from '#platform/text/typed-text.ts'
import type { Account, Factor } from '../account/account.ts'
import type { Agent } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { AuthError, invalid } from '../auth-error.ts'
import { consumeAll } from '../mail-links/send-link.ts'

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
  return isSameText(hashOf(keyedHash, challengeId, code.replace(/\s/g, '')), codeHash)
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
  { id, phone, status, user_id: userId }: Factor,
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
  await consumeAll(tx, buckets, 'over_sms_send_rate_limit')
  await countText(tx, { perDay: texts.perDay, isNew })
}

/** Numbers whose owners may earn money from each text, and none of which is a telephone. */
const expensive: ReadonlySet<string | undefined> = new Set([
  ...['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER'],
  ...['PAGER', 'UAN', 'VOICEMAIL'],
])

/**
 * Whether a number, E.164 without the plus, belongs to one of the countries and has no premium rate. Countries share
 * calling codes: a number that fits several must fit listed ones only.
 */
function isTextable(phone: string, countries: readonly string[]): boolean {
  const number = parsePhoneNumberFromString(`+${phone}`)
  if (!number || expensive.has(number.getType())) return false
  const possible = number.country ? [number.country] : number.getPossibleCountries()
  return possible.length > 0 && possible.every((country) => countries.includes(country))
}

const today = sql`(public.shop_now() at time zone 'UTC')::date`

/**
 * Counts one text of the day; the count commits with `tx`. Half of a day's texts are kept for verified numbers, so that
 * strangers cannot use up those by which customers sign in. Refuses 429 `sms_send_failed` when the day's are used up.
 * It holds whatever RATE_LIMITS says, because texts cost money.
 */
async function countText(tx: Tx, { perDay, isNew }: { perDay: number; isNew: boolean }): Promise<void> {
  const { rows } = await sql<Use>`update private.text_message_use set day = ${today},
      messages = case when day = ${today} then messages else 0 end + 1,
      to_new_numbers = case when day = ${today} then to_new_numbers else 0 end + ${isNew ? 1 : 0}::int
    returning messages, to_new_numbers as "toNew"`.execute(tx)
  const [use] = rows
  if (use && use.messages <= perDay && (!isNew || use.toNew <= mostToNew(perDay))) return
  throw new AuthError(429, 'sms_send_failed', 'The text messages of today are used up')
}

type Use = { messages: number; toNew: number }

function mostToNew(perDay: number): number {
  return Math.ceil(perDay / 2)
}

/** Which texts of today are used up, and how many were sent; null where some are left. */
export async function findUsedUpTexts(
  tx: Tx,
  perDay: number,
): Promise<{ texts: number; to: 'all numbers' | 'new numbers' } | null> {
  const { rows } = await sql<Use>`select messages, to_new_numbers as "toNew" from private.text_message_use
    where day = ${today}`.execute(tx)
  const [use] = rows
  if (use && use.messages >= perDay) return { texts: use.messages, to: 'all numbers' }
  if (use && use.toNew >= mostToNew(perDay)) return { texts: use.toNew, to: 'new numbers' }
  return null
}
