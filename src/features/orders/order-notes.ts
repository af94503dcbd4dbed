import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import type { OrderNote } from './order-note.ts'

/** Whether the order with this id column has an open note. */
export function isNoted(id: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from private.order_notes as noted where noted.order_id = ${sql.ref(id)} and noted.resolved_at is null)`
}

/** The open notes of the order with this id column, as JSON. */
export function openNotes(id: string): RawBuilder<OrderNote[]> {
  return sql<OrderNote[]>`coalesce((
    select jsonb_agg(noted.facts || jsonb_build_object('kind', noted.kind) order by noted.id) from private.order_notes as noted
     where noted.order_id = ${sql.ref(id)} and noted.resolved_at is null), '[]')`
}

/** Adds a note unless it is open already; true if it was not. The caller holds the order's lock. */
export async function addNote(tx: Tx, orderId: string, { kind, ...facts }: OrderNote): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('private.order_notes')
    .values({ order_id: orderId, kind, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Resolves the open notes of these kinds, or the one that equals `is`; true if there was one. The caller holds the
 * order's lock, too.
 */
export async function resolveNotes(
  tx: Tx,
  orderId: string,
  which: { kinds: readonly OrderNote['kind'][]; except?: OrderNote } | { is: OrderNote },
): Promise<boolean> {
  let notes = tx
    .updateTable('private.order_notes')
    .set({ resolved_at: sql<Date>`shop_now()`, resolved_by: sql<string | null>`auth.uid()` })
    .where('order_id', '=', orderId)
    .where('resolved_at', 'is', null)
  if ('is' in which) notes = notes.where(equals(which.is))
  else {
    notes = notes.where('kind', 'in', which.kinds)
    if (which.except) notes = notes.where(sql<boolean>`not ${equals(which.except)}`)
  }
  const { numUpdatedRows } = await notes.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function equals({ kind, ...facts }: OrderNote): RawBuilder<boolean> {
  return sql<boolean>`(kind = ${kind} and facts = ${JSON.stringify(facts)}::jsonb)`
}
