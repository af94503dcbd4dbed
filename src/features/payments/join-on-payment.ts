import { sql } from 'kysely'
import { addNote } from '#features/orders/order-notes.ts'
import { isCalledOff, type OrderStatus, type ProviderState } from '#features/orders/order-state.ts'
import { arrivalOfOrder } from '#features/settings/dispatch-and-arrival.ts'
import type { Tx } from '#platform/database/db.ts'

/**
 * Makes a paid addition travel with its first order: the later dispatch day, which the customer saw before she paid,
 * holds for both, and the note for the parcel names it. Where the first order was begun meanwhile, or called off, the
 * addition goes alone: it belongs to no other order any more, and a note says so. Nothing for any other order.
 */
export async function joinOnPayment(tx: Tx, orderId: string): Promise<void> {
  const added = await tx
    .selectFrom('private.joined_orders as joined')
    .innerJoin('pre_orders as placed', 'placed.id', 'joined.order_id')
    .select(['origin_id', 'order_number', sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('day')])
    .where('joined.order_id', '=', orderId)
    .executeTakeFirst()
  if (!added) return
  const first = await tx
    .selectFrom('pre_orders')
    .select(['id', 'order_number', 'order_status', 'provider_state', 'notes', 'delivery_options', 'delivery_service'])
    .select(sql<string>`to_char(dispatch_by, 'YYYY-MM-DD')`.as('day'))
    .where('id', '=', added.origin_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const state = { status: first.order_status as OrderStatus, providerState: first.provider_state as ProviderState }
  if (state.status !== 'pending' || isCalledOff(state)) {
    const words = `It was added to order ${first.order_number}, which was begun or cancelled before this was paid: post it alone`
    return goesAlone(tx, orderId, words)
  }
  const day = added.day > first.day ? added.day : first.day
  const note = noteOf(added.order_number)
  await tx
    .updateTable('pre_orders')
    .set({
      notes: [first.notes, note].filter(Boolean).join('\n').slice(0, 5_000),
      ...(day !== first.day && {
        dispatch_by: sql<Date>`${day}::date`,
        arrive_by: arrivalOfOrder(day, first),
      }),
    })
    .where('id', '=', first.id)
    .execute()
}

async function goesAlone(tx: Tx, orderId: string, words: string): Promise<void> {
  await tx.deleteFrom('private.joined_orders').where('order_id', '=', orderId).execute()
  await addNote(tx, orderId, { kind: 'other', words })
}

/**
 * Takes back what a paid addition did to its first order: the note for the parcel and, before the addition is deleted, the
 * day, unless that has moved since. A cancelled addition leaves the day that its customer knows.
 */
export async function leaveOrigin(tx: Tx, orderId: string, { day }: { day: 'back' | 'stays' }): Promise<void> {
  const { rows } = await sql<{ id: string; notes: string | null; before: string | null; number: string }>`
    select first.id, first.notes, added.order_number as number, (
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
  if (!first) return
  const delivery = await tx
    .selectFrom('pre_orders')
    .select(['delivery_options', 'delivery_service'])
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  const kept = (first.notes ?? '').split('\n').filter((line) => line !== noteOf(first.number))
  await tx
    .updateTable('pre_orders')
    .set({
      notes: kept.join('\n') || null,
      ...(day === 'back' &&
        first.before !== null && {
          dispatch_by: sql<Date>`${first.before}::date`,
          arrive_by: arrivalOfOrder(first.before, delivery),
        }),
    })
    .where('id', '=', first.id)
    .execute()
}

/** A cancelled order has no parcel: what was added to it, and is to be made, goes alone. */
export async function partAdditions(tx: Tx, originId: string): Promise<void> {
  const { rows } = await sql<{ id: string; number: string }>`
    select added.id, first.order_number as number from private.joined_orders as joined
      join public.pre_orders as added on added.id = joined.order_id
      join public.pre_orders as first on first.id = joined.origin_id
     where joined.origin_id = ${originId} and added.reported_paid and added.provider_state <> 'refunded'
       and added.order_status in ('pending', 'processing')`.execute(tx)
  for (const { id, number } of rows)
    await goesAlone(tx, id, `Order ${number}, to which it was added, is cancelled: post it alone`)
}

function noteOf(number: string): string {
  return `Order ${number} goes in this parcel.`
}
