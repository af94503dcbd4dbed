import { sql } from 'kysely'
import { addNote } from '#features/orders/order-notes.ts'
import { isCalledOff, type OrderStatus, type ProviderState } from '#features/orders/order-state.ts'
import { arrivalOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Makes a paid addition travel with its first order: the later dispatch day, which the customer saw before she paid,
 * holds for both; afterwards the database keeps them together. Where the first order was begun meanwhile, called off, or
 * has a label, the addition goes alone: it belongs to no other order any more, and a note says so. Nothing for any other
 * order.
 */
export async function joinOnPayment(tx: Tx, orderId: string): Promise<void> {
  const added = await tx
    .selectFrom('private.joined_orders as joined')
    .innerJoin('pre_orders as placed', 'placed.id', 'joined.order_id')
    .select(['origin_id', sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('day')])
    .where('joined.order_id', '=', orderId)
    .executeTakeFirst()
  if (!added) return
  const first = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'order_status', 'provider_state', 'delivery_options', 'delivery_service'])
    .select(sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('day'))
    .where('id', '=', added.origin_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const state = { status: first.order_status as OrderStatus, providerState: first.provider_state as ProviderState }
  if (state.status !== 'pending' || isCalledOff(state) || (await hasLabel(tx, first.id))) {
    await tx.deleteFrom('private.joined_orders').where('order_id', '=', orderId).execute()
    await addNote(tx, orderId, { kind: 'posted_alone', first: first.order_number })
    return
  }
  const day = added.day > first.day ? added.day : first.day
  const days = { dispatch_by: sql<Date>`${day}::date`, arrive_by: arrivalOfOrder(day, first) }
  if (day !== first.day) await tx.updateTable('pre_orders').set(days).where('id', '=', first.id).execute()
  else await tx.updateTable('pre_orders').set(days).where('id', '=', orderId).execute()
}

/** Whether an order's parcel is given to Click & Drop, so that nothing can be added to it. */
export async function hasLabel(tx: Tx, orderId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('private.postage_parcels')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['waiting', 'sending', 'sent', 'exported'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Gives the first order of an addition, which is about to be deleted, the day that it had before, unless that has moved
 * since.
 */
export async function leaveOrigin(tx: Tx, orderId: string): Promise<void> {
  const { rows } = await sql<{ id: string; before: string | null }>`
    select first.id, (
        select case when event.facts ->> 'to' = to_char(first.dispatch_by, 'YYYY-MM-DD')
            and event.facts ->> 'to' = to_char(added.dispatch_by, 'YYYY-MM-DD') and event.at >= added.created_at
          then event.facts ->> 'from' end
          from private.order_events as event
         where event.order_id = first.id and event.kind = 'dispatch_day_changed' order by event.id desc limit 1) as before
      from private.joined_orders as joined
      join public.pre_orders as added on added.id = joined.order_id
      join public.pre_orders as first on first.id = joined.origin_id
     where joined.order_id = ${orderId} for update of first`.execute(tx)
  const [first] = rows
  if (!first?.before) return
  const delivery = await tx
    .selectFrom('pre_orders')
    .select(['delivery_options', 'delivery_service'])
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('pre_orders')
    .set({ dispatch_by: sql<Date>`${first.before}::date`, arrive_by: arrivalOfOrder(first.before, delivery) })
    .where('id', '=', first.id)
    .execute()
}
