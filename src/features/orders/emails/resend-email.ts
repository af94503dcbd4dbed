import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { lockOrder } from '../changes/editable-order.ts'
import { isToShop } from './email-titles.ts'
import { getListedEmail, type ListedEmail } from './list-order-emails.ts'

/**
 * Sends an e-mail of an order again: a new outbox row with the same kind and data, to the order's present address.
 * Refuses not_found; conflict while the e-mail or a copy is queued, or where it was dropped.
 */
export async function resendEmail(
  tx: Tx,
  queue: Queue,
  { id, userId }: { id: string; userId: string },
): Promise<ListedEmail> {
  const email = await tx
    .selectFrom('private.outbox')
    .select(['kind', 'cause', 'state', 'order_id', 'data', 'recipient'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!email?.order_id) throw new AppError('not_found', 'This e-mail doesn’t exist.')
  const { kind, order_id: orderId } = email
  const order = await lockOrder(tx, { id: orderId })
  const first = email.cause.replace(/\.again-\d+$/, '')
  const copies = await tx
    .selectFrom('private.outbox')
    .select(['id', 'state'])
    .where('kind', '=', kind)
    .where(sql<boolean>`(cause = ${first} or starts_with(cause, ${`${first}.again-`}))`)
    .execute()
  if (copies.some(({ state }) => state === 'waiting' || state === 'sending')) {
    throw new AppError('conflict', 'This e-mail is already being sent.')
  }
  if (email.state === 'dropped') {
    throw new AppError('conflict', 'This e-mail no longer applies to the order, so it wasn’t sent.')
  }
  const recipient = isToShop(kind) ? await shopAddress(tx, email) : order.customer_email
  if (!recipient) throw new AppError('conflict', 'This order has no e-mail address.')
  const cause = `${first}.again-${copies.length}`
  await queueEmail(tx, queue, { kind, cause, recipient, orderId, data: email.data as Record<string, unknown> })
  const made = await tx
    .updateTable('private.outbox')
    .set({ requested_by: userId })
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('private.audit_log')
    .values({
      actor: userId,
      actor_role: 'authenticated',
      request_id: sql<string>`nullif(current_setting('request.id', true), '')`,
      ip: sql<string>`nullif(current_setting('request.ip', true), '')`,
      table_name: 'outbox',
      row_id: made.id,
      action: 'send_again',
      after: JSON.stringify({ kind, order_id: orderId, of: id }),
    })
    .execute()
  return getListedEmail(tx, made.id)
}

/** The owner's present address: a wrong address may be the reason why the e-mail failed. */
async function shopAddress(tx: Tx, { kind, recipient }: { kind: string; recipient: string }): Promise<string> {
  if (!kind.startsWith('owner_')) return recipient
  const { rows } = await sql<{ address: string | null }>`select private.owner_email() as address`.execute(tx)
  return rows[0]?.address ?? recipient
}
