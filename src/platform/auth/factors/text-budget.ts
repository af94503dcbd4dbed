import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Tx } from '#platform/database/db.ts'
import { AuthError } from '../auth-error.ts'

/** What text messages may cost the shop. */
export type TextBudget = {
  /** The countries (ISO 3166-1 alpha-2) whose numbers are texted. */
  countries(): readonly string[]
  /** How many texts the shop sends in a day, of which half to numbers that are not verified. */
  perDay: number
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
export function isTextable(phone: string, countries: readonly string[]): boolean {
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
export async function countText(tx: Tx, { perDay, isNew }: { perDay: number; isNew: boolean }): Promise<void> {
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
