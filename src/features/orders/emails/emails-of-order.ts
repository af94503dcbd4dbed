import { type Selectable, sql } from 'kysely'
import { noteInAudit } from '#platform/database/audit-log.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Tables } from '#platform/database/tables.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { lockOrder, noSuchOrder } from '../changes/editable-order.ts'

const columns = [
  ...(['id', 'kind', 'recipient', 'state', 'attempts', 'last_error'] as const),
  ...(['created_at', 'sent_at', 'next_attempt_at'] as const),
]

/** An e-mail of an order, as the owner sees it. */
export type ListedEmail = ReturnType<typeof toListed>

/** The e-mails of an order, the newest first. Refuses not_found. */
export async function listOrderEmails(tx: Tx, orderNumber: string): Promise<ListedEmail[]> {
  const order = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  if (!order) throw noSuchOrder()
  const rows = await tx
    .selectFrom('private.outbox')
    .select(columns)
    .where('order_id', '=', order.id)
    // The digest reports these together.
    .where(sql<boolean>`not data ? 'digest'`)
    .orderBy('created_at', 'desc')
    .orderBy(sql`ctid`, 'desc')
    .execute()
  return rows.map(toListed)
}

export async function getListedEmail(tx: Tx, id: string): Promise<ListedEmail> {
  const row = await tx.selectFrom('private.outbox').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  return toListed(row)
}

function toListed(row: Pick<Selectable<Tables['private.outbox']>, (typeof columns)[number]>) {
  const state = row.state as 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped'
  return { ...row, title: emailTitle(row.kind), state }
}

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
  await noteInAudit(tx, {
    ...{ actor: userId, table: 'outbox', row: made.id, action: 'send_again' },
    after: { kind, order_id: orderId, of: id },
  })
  return getListedEmail(tx, made.id)
}

/** The owner's present address: a wrong address may be the reason why the e-mail failed. */
async function shopAddress(tx: Tx, { kind, recipient }: { kind: string; recipient: string }): Promise<string> {
  if (!kind.startsWith('owner_')) return recipient
  const { rows } = await sql<{ address: string | null }>`select private.owner_email() as address`.execute(tx)
  return rows[0]?.address ?? recipient
}

const titles: Record<string, string> = {
  order_confirmation: 'Order confirmation',
  order_in_production: 'Being made',
  order_dispatched: 'On its way',
  order_delivered: 'Delivered',
  order_cancelled: 'Cancelled',
  order_refunded: 'Refund',
  order_delayed: 'Delay: keep or cancel',
  order_changed: 'Order changed',
  order_address_code: 'Code for a new address',
  order_return_requested: 'Return receipt',
  order_return_answered: 'Return update',
  order_review_request: 'Review request',
  order_review_declined: 'Review not published',
  order_link: 'New link to the order',
  order_payment_link: 'Payment link',
  order_choice_made: 'Customer’s choice after a delay (to you)',
  owner_order_paid: 'New order (to you)',
  owner_return_requested: 'New return (to you)',
  owner_payment_discrepancy: 'Payment alert (to you)',
  owner_digest: 'Hourly summary (to you)',
}

/**
 * Whether an e-mail about an order goes to the shop. It is sent again to the address it first went to, and is never
 * used as evidence in a dispute.
 */
export function isToShop(kind: string): boolean {
  return kind === 'order_choice_made' || kind.startsWith('owner_')
}

/** The title of an e-mail for the owner; the kind itself where it has none. */
export function emailTitle(kind: string): string {
  return titles[kind] ?? kind
}
