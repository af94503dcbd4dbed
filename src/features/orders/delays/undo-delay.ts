import { sql } from 'kysely'
import { formatDay } from '#base/calendar-day.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { type EditableOrder, lockOrder } from '../changes/editable-order.ts'
import { saveChanges } from '../changes/save-changes.ts'
import { isBeforeDispatch } from '../order-state.ts'
import { causeOfDelay } from './announce-delay.ts'

/**
 * A delay as its undo needs it. Days are 'YYYY-MM-DD'; `before`: the order's day before it. `change`: of its event. `email`:
 * `sent` also while it is being sent, and where a copy of it was; null: it no longer applies.
 */
type Announced = {
  to: string
  before: string
  change: string | null
  cause: string
  email: 'waiting' | 'failed' | 'sent' | null
}

/** The delay of an order to a day, or that of an event's change; null where there is none. */
export async function findDelay(
  tx: Tx,
  orderId: string,
  by: { to: string } | { change: string },
): Promise<Announced | null> {
  const where = 'to' in by ? sql`delay.dispatch_by = ${by.to}::date` : sql`announcement.change = ${by.change}`
  const { rows } = await sql<Announced>`
    select to_char(delay.dispatch_by, 'YYYY-MM-DD') as "to", announcement.change, announced.cause,
      coalesce((select moved.facts ->> 'from' from private.order_events as moved
         where moved.order_id = delay.order_id and moved.at = delay.announced_at and moved.kind = 'dispatch_day_changed'),
        to_char(delay.previous_dispatch_by, 'YYYY-MM-DD')) as before,
      (select case when bool_or(email.state in ('sending', 'sent')) then 'sent'
           when bool_or(email.state = 'waiting') then 'waiting' when bool_or(email.state = 'failed') then 'failed' end
         from private.outbox as email
        where email.order_id = delay.order_id and email.kind = 'order_delayed' and starts_with(email.cause, announced.cause)) as email
      from private.order_delays as delay
      left join private.order_events as announcement on announcement.order_id = delay.order_id
        and announcement.at = delay.announced_at and announcement.kind = 'delay_announced'
      cross join lateral (select ${causeOfDelay} as cause) as announced
     where delay.order_id = ${orderId} and ${where}`.execute(tx)
  return rows[0] ?? null
}

/** The change of an order's latest delay, for the timeline; null where none can be undone. */
export async function findUndoableDelay(
  tx: Tx,
  { id, dispatchBy, status }: Pick<EditableOrder, 'id' | 'dispatchBy' | 'status'>,
): Promise<string | null> {
  const delay = isBeforeDispatch(status) ? await findDelay(tx, id, { to: dispatchBy }) : null
  return delay?.email === 'waiting' || delay?.email === 'failed' ? delay.change : null
}

type Undo = { orderNumber: string; to: string; userId: string }

/**
 * Takes back the delay of an order to a day, until its e-mail leaves: the order has its day of before, and the customer
 * gets no e-mail. One that was undone before stays undone. Refuses not_found, and conflict with a message for the owner.
 */
export async function undoDelay(tx: Tx, { orderNumber, to, userId }: Undo): Promise<void> {
  const order = await lockOrder(tx, { orderNumber })
  const delay = await findDelay(tx, order.id, { to })
  if (delay) return takeBack(tx, order, { delay, userId })
  if (order.dispatchBy === to) throw new AppError('not_found', 'This order was not delayed to that day.')
}

/** The same for the change of an event. Returns whether it is a delay. */
export async function undoDelayChange(
  tx: Tx,
  order: EditableOrder,
  { change, userId }: { change: string; userId: string },
): Promise<boolean> {
  const delay = await findDelay(tx, order.id, { change })
  if (delay) await takeBack(tx, order, { delay, userId })
  return delay !== null
}

async function takeBack(
  tx: Tx,
  order: EditableOrder,
  { delay, userId }: { delay: Announced; userId: string },
): Promise<void> {
  const { to, before, change, cause } = delay
  if (order.dispatchBy !== to) {
    const now = formatDay(new Date(order.dispatchBy))
    throw new AppError('conflict', `The date has been changed again since: the order leaves by ${now}.`)
  }
  if (!isBeforeDispatch(order.status)) {
    throw new AppError('conflict', `This order is already ${order.status}, so its delay can’t be undone.`)
  }
  // A worker that is taking the e-mail holds its row, and this waits for it.
  const { rows } = await sql`
    update private.outbox set state = 'dropped'
     where order_id = ${order.id} and kind = 'order_delayed' and starts_with(cause, ${cause}) and state in ('waiting', 'failed')
    returning id`.execute(tx)
  if (rows.length === 0 || delay.email === 'sent') {
    throw new AppError(
      'conflict',
      'The customer has had the e-mail about this delay. Change the dispatch date instead.',
    )
  }
  await tx
    .deleteFrom('private.order_delays')
    .where('order_id', '=', order.id)
    .where('dispatch_by', '=', sql<Date>`${to}::date`)
    .execute()
  await saveChanges(tx, order, {
    changes: [],
    day: before,
    byCustomer: false,
    actor: userId,
    ...(change !== null && { undoOf: change }),
  })
  await queueEarlier(tx, order.id, before)
}

/** An earlier delay whose e-mail gave way to that of the one that is undone: its customer still needs that e-mail. */
async function queueEarlier(tx: Tx, orderId: string, day: string): Promise<void> {
  const earlier = await findDelay(tx, orderId, { to: day })
  if (!earlier || earlier.email === 'sent') return
  await sql`
    update private.outbox set state = 'waiting', next_attempt_at = now() + interval '1 minute'
     where order_id = ${orderId} and kind = 'order_delayed' and cause = ${earlier.cause} and state = 'dropped'`.execute(
    tx,
  )
}
