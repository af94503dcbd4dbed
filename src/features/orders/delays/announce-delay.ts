import { sql } from 'kysely'
import { formatDay } from '#base/calendar-day.ts'
import { dayMs } from '#base/day-ms.ts'
import { arrivalOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { type EditableOrder, lockOrder } from '../changes/editable-order.ts'
import { queueChangeEmail, saveChanges } from '../changes/save-changes.ts'
import { getListedEmail, type ListedEmail } from '../emails/emails-of-order.ts'
import { isBeforeDispatch } from '../order-state.ts'
import { isWithdrawn } from '../returns/declare-return.ts'

/** `dispatchBy`: 'YYYY-MM-DD'. */
export type NewDelay = { orderNumber: string; dispatchBy: string; reason: string | null; userId: string }
export type AnnouncedDelay = { from: string; to: string; promised: string; email: ListedEmail }

/** A day further away is probably a typing error. */
const furthestDays = 366

/**
 * Changes an order's dispatch day, its arrival with it, and e-mails its customer. Of a later day the customer may keep the
 * order or cancel it for a refund; an earlier one is a change like others, which can be undone. The first promised day is
 * kept; unsent e-mails of earlier delays are dropped. Everything commits with `tx`. Refuses not_found, bad_request for a
 * day that is past, too far away or the present one, and conflict for an order that is unpaid, refunded, withdrawn from,
 * shipped or cancelled.
 */
export async function announceDelay(
  tx: Tx,
  queue: Queue,
  { orderNumber, dispatchBy: to, reason, userId }: NewDelay,
): Promise<AnnouncedDelay> {
  const order = await lockOrder(tx, { orderNumber })
  refuseUnlessAwaited(order)
  refuseDay(to, order)
  if (to < order.dispatchBy) return bringForward(tx, order, { to, userId })
  if (await isWithdrawn(tx, order.id))
    throw new AppError('conflict', 'The customer has withdrawn from this order, so it has no dispatch date to change.')
  const from = (await dropUnsentDelays(tx, order.id)) ?? order.dispatchBy
  // The same day may have been announced before the order was brought forward. The choice is open again.
  await tx
    .deleteFrom('private.order_delays')
    .where('order_id', '=', order.id)
    .where('dispatch_by', '=', sql<Date>`${to}::date`)
    .execute()
  const announced = await tx
    .insertInto('private.order_delays')
    .values({
      order_id: order.id,
      dispatch_by: to,
      previous_dispatch_by: from,
      reason,
      in_production: order.status === 'processing',
      announced_by: userId,
    })
    .returning('announced_at')
    .executeTakeFirstOrThrow()
  const { promised } = await tx
    .updateTable('pre_orders')
    .set({
      dispatch_by: to,
      arrive_by: arrivalOfOrder(to, { delivery_options: order.services, delivery_service: order.service }),
    })
    .where('id', '=', order.id)
    .returning(sql<string>`to_char(promised_dispatch_by, 'YYYY-MM-DD')`.as('promised'))
    .executeTakeFirstOrThrow()
  const cause = `${order.id}.${to}.${announced.announced_at.getTime()}`
  await queueEmail(tx, queue, {
    kind: 'order_delayed',
    cause,
    recipient: order.customer_email ?? '',
    orderId: order.id,
    data: { from, to, reason },
  })
  return { from, to, promised, email: await emailOf(tx, 'order_delayed', cause) }
}

async function bringForward(
  tx: Tx,
  order: EditableOrder,
  { to, userId }: { to: string; userId: string },
): Promise<AnnouncedDelay> {
  const { id, dispatchBy: from } = order
  const editId = await saveChanges(tx, order, { changes: [], day: to, byCustomer: false, actor: userId })
  if (!editId) throw new Error('An order that is held was gone')
  await queueChangeEmail(tx, { orderId: id, editId })
  const { promised } = await tx
    .selectFrom('pre_orders')
    .select(sql<string>`to_char(promised_dispatch_by, 'YYYY-MM-DD')`.as('promised'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { from, to, promised, email: await emailOf(tx, 'order_changed', editId) }
}

async function emailOf(tx: Tx, kind: string, cause: string): Promise<ListedEmail> {
  const { id } = await tx
    .selectFrom('private.outbox')
    .select('id')
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow()
  return getListedEmail(tx, id)
}

function refuseUnlessAwaited({ isPaid, status, providerState, customer_email: email }: EditableOrder): void {
  if (!isPaid) throw new AppError('conflict', 'This order isn’t paid, so it has no dispatch date to change.')
  if (!isBeforeDispatch(status)) {
    throw new AppError('conflict', `This order is already ${status}, so its dispatch date can’t be changed.`)
  }
  if (providerState === 'refunded')
    throw new AppError('conflict', 'This order has been refunded, so it has no dispatch date to change.')
  if (!email) throw new AppError('conflict', 'This order has no e-mail address.')
}

/** ISO days compare as text. */
function refuseDay(to: string, { dispatchBy, today }: EditableOrder): void {
  if (to === dispatchBy)
    throw fieldError('dispatch_by', `The order already leaves by ${formatDay(new Date(dispatchBy))}.`)
  if (to < today) throw fieldError('dispatch_by', 'The new date can’t be in the past.')
  const furthest = new Date(Date.parse(today) + furthestDays * dayMs).toISOString().slice(0, 10)
  if (to > furthest) throw fieldError('dispatch_by', 'The new date is more than a year away.')
}

/**
 * Drops e-mails of earlier delays that are queued or failed. Returns the dispatch day that the last e-mail to the
 * customer named; null where the customer got an e-mail, perhaps a copy, about each delay.
 */
async function dropUnsentDelays(tx: Tx, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ from: string; is_heard: boolean }>`
    update private.outbox w set state = 'dropped'
     where order_id = ${orderId} and kind = 'order_delayed' and state in ('waiting', 'failed')
    returning data ->> 'from' as "from", exists (select from private.outbox copy
      where copy.order_id = w.order_id and copy.kind = w.kind and copy.data ->> 'to' = w.data ->> 'to'
        and copy.state in ('sending', 'sent')) as is_heard`.execute(tx)
  const unheard = rows.filter((row) => !row.is_heard).map(({ from }) => from)
  return unheard.sort()[0] ?? null
}
