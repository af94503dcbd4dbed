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
import { firstInParcel } from '../parcels/shared-parcel.ts'
import { isWithdrawn } from '../returns/declare-return.ts'

/** `dispatchBy`: 'YYYY-MM-DD'. `batch`: the id of one announcement to several orders. */
export type NewDelay = {
  orderNumber: string
  dispatchBy: string
  reason: string | null
  userId: string
  batch?: string
}
export type AnnouncedDelay = { from: string; to: string; promised: string; email: ListedEmail }

/** A day further away is probably a typing error. */
const furthestDays = 366

/** Until the e-mail leaves, the delay can be undone. */
const waitSeconds = 60

/**
 * Changes an order's dispatch day, its arrival with it, and e-mails its customer in a minute. Of a later day the customer
 * may keep the order or cancel it for a refund; an earlier one is a change like others. Until its e-mail leaves, either can
 * be undone. The first promised day is kept; unsent e-mails of earlier delays are dropped. Everything commits with `tx`.
 * Refuses not_found, bad_request for a day that is past, too far away or the present one, and conflict for an order that is
 * unpaid, refunded, withdrawn from, shipped or cancelled, and for one in the parcel of another, with which it moves.
 */
export async function announceDelay(
  tx: Tx,
  queue: Queue,
  { orderNumber, dispatchBy: to, reason, userId, batch }: NewDelay,
): Promise<AnnouncedDelay> {
  const order = await lockOrder(tx, { orderNumber })
  const problem = await delayProblem(tx, order, to)
  if (problem) throw problem
  if (to < order.dispatchBy) return bringForward(tx, order, { to, userId })
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
      batch: batch ?? null,
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
  const cause = delayCause({ orderId: order.id, to, announcedAt: announced.announced_at })
  await queueEmail(tx, queue, {
    kind: 'order_delayed',
    cause,
    recipient: order.customer_email ?? '',
    orderId: order.id,
    data: { from, to, reason },
    waitSeconds,
  })
  return { from, to, promised, email: await emailOf(tx, 'order_delayed', cause) }
}

/** The cause of the e-mail about a delay; a copy of it has a longer one. */
function delayCause({ orderId, to, announcedAt }: { orderId: string; to: string; announcedAt: Date }): string {
  return `${orderId}.${to}.${announcedAt.getTime()}`
}

/** The same of the row `delay` of `private.order_delays`. */
export const causeOfDelay = sql`(delay.order_id || '.' || to_char(delay.dispatch_by, 'YYYY-MM-DD') || '.'
  || trunc(extract(epoch from delay.announced_at) * 1000)::text)`

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

/** Why an order can't be given this day; null where it can. */
export async function delayProblem(tx: Tx, order: EditableOrder, to: string): Promise<AppError | null> {
  const first = await firstInParcel(tx, order.id)
  if (first) return conflict(`It goes in the parcel of order ${first}. Delay that order: this one moves with it.`)
  const problem = waitingProblem(order) ?? dayProblem(to, order)
  if (problem || to < order.dispatchBy || !(await isWithdrawn(tx, order.id))) return problem
  return conflict('The customer has withdrawn from this order, so it has no dispatch date to change.')
}

function waitingProblem({ isPaid, status, providerState, customer_email: email }: EditableOrder): AppError | null {
  if (!isPaid) return conflict('This order isn’t paid, so it has no dispatch date to change.')
  if (!isBeforeDispatch(status)) {
    return conflict(`This order is already ${status}, so its dispatch date can’t be changed.`)
  }
  if (providerState === 'refunded')
    return conflict('This order has been refunded, so it has no dispatch date to change.')
  return email ? null : conflict('This order has no e-mail address.')
}

/** ISO days compare as text. */
function dayProblem(to: string, { dispatchBy, today }: EditableOrder): AppError | null {
  if (to === dispatchBy)
    return fieldError('dispatch_by', `The order already leaves by ${formatDay(new Date(dispatchBy))}.`)
  if (to < today) return fieldError('dispatch_by', 'The new date can’t be in the past.')
  const furthest = new Date(Date.parse(today) + furthestDays * dayMs).toISOString().slice(0, 10)
  return to > furthest ? fieldError('dispatch_by', 'The new date is more than a year away.') : null
}

function conflict(message: string): AppError {
  return new AppError('conflict', message)
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
