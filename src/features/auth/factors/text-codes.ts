import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#infrastructure/db/db.ts'
import { shop } from '#shop'
import type { Accounts } from '../accounts.ts'
import { AuthRefusal, invalid } from '../auth-refusal.ts'
import { takeEvenly } from '../take-evenly.ts'
import type { StoredFactor } from './find-factor.ts'

/** Digits of an E.164 number without the plus, as GoTrue keeps them. Refuses 400 `validation_failed`. */
export function readPhone(typed: string | undefined): string {
  const digits = (typed ?? '').replace(/[\s+()./-]/g, '')
  if (!/^[1-9]\d{6,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}

/** Sends six figures to a telephone and gives what the challenge keeps of them. */
export async function sendTextCode(
  { sms, siteUrl, keyedHash }: Pick<Accounts, 'sms' | 'siteUrl' | 'keyedHash'>,
  tx: Tx,
  { phone, challengeId }: { phone: string; challengeId: string },
): Promise<string> {
  if (!sms) throw textsAreOff('verify')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  // The last line lets a telephone fill the code in, on a page of this host alone.
  const text = `${code} is your code for ${shop.name}. Nobody of the shop will ever ask you for it.\n\n@${new URL(siteUrl).host} #${code}`
  await sms.send(tx, { phone: `+${phone}`, text })
  return hashOf(keyedHash, challengeId, code)
}

/** Whether these are the figures that were sent for this challenge. */
export function isTextCode(
  { keyedHash }: Pick<Accounts, 'keyedHash'>,
  { challengeId, kept, code }: { challengeId: string; kept: string; code: string },
): boolean {
  const [given, wanted] = [Buffer.from(hashOf(keyedHash, challengeId, code.replace(/\s/g, ''))), Buffer.from(kept)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function hashOf(keyedHash: Accounts['keyedHash'], challengeId: string, code: string): string {
  return keyedHash(`${challengeId}\n${code}`, 'text code')
}

export function textsAreOff(what: 'enroll' | 'verify'): AuthRefusal {
  const act = what === 'enroll' ? 'enroll' : 'verification'
  return new AuthRefusal(422, `mfa_phone_${what}_not_enabled`, `MFA ${act} is disabled for Phone`)
}

/**
 * One text in 60 s: to a number nobody has proved to be hers, whoever asks; to one that was, for its own factor, so that
 * nobody else can use it up. To the former, whoever asks, five at once and then one in 600 s; and for one account,
 * whatever the numbers, five and then one in 300 s: texts cost money, and may ring at a stranger's. Refuses 429
 * `over_sms_send_rate_limit`.
 */
export async function takeTextPause(
  { keyedHash }: Pick<Accounts, 'keyedHash'>,
  tx: Tx,
  { id, phone, status, user_id: userId }: StoredFactor,
): Promise<void> {
  const to = status === 'verified' ? id : (phone ?? '')
  const rules = [
    { kind: 'text', hash: keyedHash(to, 'text to'), every: 60, atOnce: 1 },
    ...(status === 'verified' ? [] : [{ kind: 'texts to', hash: keyedHash(to, 'text to'), every: 600, atOnce: 5 }]),
    { kind: 'texts of', hash: keyedHash(userId, 'texts of'), every: 300, atOnce: 5 },
  ]
  for (const rule of rules) {
    const wait = await takeEvenly(tx, rule)
    if (wait === 0) continue
    const message = `For security purposes, you can only request this after ${wait} seconds.`
    throw new AuthRefusal(429, 'over_sms_send_rate_limit', message)
  }
}
