import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { addressProblem, lockChangeable, mayChange, saveByCustomer } from './customer-changes.ts'
import { DeliveryAddress } from './delivery-address.ts'
import { lockOrder } from './editable-order.ts'
import { addressFields, listChanges } from './order-change.ts'

/** How long a code is valid, in minutes. */
export const codeMinutes = 20
const mostTries = 5
/** Codes for one order in a day: with `mostTries`, guesses stay far below the million codes. */
const mostCodes = 5

/**
 * Remembers a new delivery address and sends its code to the order's e-mail address. A second request for the same
 * address within half a minute sends no second code. Returns false where the order has this address already. Refuses
 * conflict where the order is begun, bad_request for a place that was not offered, and over_request_rate_limit after five codes in a
 * day.
 */
export async function askForAddress(
  tx: Tx,
  queue: Queue,
  { orderId, address }: { orderId: string; address: DeliveryAddress },
): Promise<boolean> {
  const order = await lockChangeable(tx, orderId)
  const problem = addressProblem(order, address)
  if (problem) throw fieldError(problem.path, problem.message)
  if (listChanges(order, { fields: address, lines: [] }).length === 0) return false
  const recipient = order.fields.customer_email
  if (!recipient) throw new AppError('conflict', 'We have no e-mail address for this order. Please write to us.')
  if (await isJustSent(tx, orderId, address)) return true
  const salt = await remember(tx, orderId, address)
  if (!salt) {
    throw new AppError(
      'over_request_rate_limit',
      `We have sent ${mostCodes} codes for this order today. Please try again tomorrow, or write to us.`,
    )
  }
  await queueEmail(tx, queue, { kind: 'order_address_code', cause: salt, recipient, orderId, data: { salt } })
  return true
}

async function isJustSent(tx: Tx, orderId: string, address: DeliveryAddress): Promise<boolean> {
  const { rows } = await sql`select from private.address_codes
    where order_id = ${orderId} and address = ${JSON.stringify(address)}::jsonb and tries = 0
      and expires_at > public.shop_now() + ${codeMinutes - 0.5} * interval '1 minute'`.execute(tx)
  return rows.length > 0
}

/** Stores the address under a new salt, which ends the code before it. Null where too many were sent today. */
async function remember(tx: Tx, orderId: string, address: DeliveryAddress): Promise<string | null> {
  const isNewDay = sql`known.sends_since < public.shop_now() - interval '1 day'`
  const { rows } = await sql<{ salt: string }>`
    insert into private.address_codes as known (order_id, address, expires_at)
    values (${orderId}, ${JSON.stringify(address)}, public.shop_now() + ${codeMinutes} * interval '1 minute')
    on conflict (order_id) do update set address = excluded.address, salt = excluded.salt,
      expires_at = excluded.expires_at, tries = 0,
      sends = case when ${isNewDay} then 1 else known.sends + 1 end,
      sends_since = case when ${isNewDay} then public.shop_now() else known.sends_since end
      where (${isNewDay} or known.sends < ${mostCodes})
    returning salt`.execute(tx)
  return rows[0]?.salt ?? null
}

/** What became of a typed code. `wrong`: `left` tries remain. `over`: it has expired, was used or replaced. */
export type CodeResult = { is: 'right' } | { is: 'wrong'; left: number } | { is: 'over' } | { is: 'begun' }

/**
 * Changes the delivery address to the one that the code was sent for, once, with an e-mail that confirms it. A wrong
 * code uses up a try, so callers commit `tx` whatever the result.
 */
export async function confirmAddress(
  tx: Tx,
  codes: AddressCodes,
  { orderId, code }: { orderId: string; code: string },
): Promise<CodeResult> {
  const order = await lockOrder(tx, { id: orderId })
  const tried = await tx
    .updateTable('private.address_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('order_id', '=', orderId)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', sql<Date>`public.shop_now()`)
    .returning(['address', 'salt', 'tries'])
    .executeTakeFirst()
  if (!tried) return { is: 'over' }
  const address = DeliveryAddress.parse(tried.address)
  if (!codes.isCodeOf(code, { orderId, salt: tried.salt, address })) {
    return { is: 'wrong', left: mostTries - tried.tries }
  }
  await tx.deleteFrom('private.address_codes').where('order_id', '=', orderId).execute()
  if (!mayChange(order)) return { is: 'begun' }
  // The owner may have sent the order to another zone meanwhile.
  if (addressProblem(order, address)) return { is: 'over' }
  const changes = listChanges(order, { fields: address, lines: [] })
  if (changes.length > 0) await saveByCustomer(tx, order, changes)
  return { is: 'right' }
}

/** Deletes the rows of codes that are over and count towards no limit any more. */
export async function deleteOldAddressCodes(tx: Tx): Promise<void> {
  await sql`delete from private.address_codes where expires_at < public.shop_now() - interval '1 day'
    and sends_since < public.shop_now() - interval '1 day'`.execute(tx)
}

/** A code confirms one address of one order. `salt` is new for each code that is sent. */
type CodedAddress = { orderId: string; salt: string; address: Record<(typeof addressFields)[number], string> }

/** The six-digit codes that confirm new delivery addresses. */
export type AddressCodes = {
  codeOf(coded: CodedAddress): string
  /** Compares in constant time. */
  isCodeOf(typed: string, coded: CodedAddress): boolean
}

const codes = 1_000_000

/**
 * Codes are derived from order, address and salt and are stored nowhere: the database alone does not give them away.
 */
export function createAddressCodes(secret: string): AddressCodes {
  function codeOf({ orderId, salt, address }: CodedAddress): string {
    const about = JSON.stringify([orderId, salt, ...addressFields.map((field) => address[field])])
    const number = createHmac('sha256', secret).update(about).digest().readUIntBE(0, 6)
    return String(number % codes).padStart(6, '0')
  }
  return {
    codeOf,
    isCodeOf: (typed, coded) =>
      /^\d{6}$/.test(typed) && timingSafeEqual(Buffer.from(typed), Buffer.from(codeOf(coded))),
  }
}
