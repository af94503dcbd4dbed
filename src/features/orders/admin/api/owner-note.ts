import { sql } from 'kysely'
import { z } from 'zod'
import { noteText } from '#features/orders/changes/edit-order-body.ts'
import { OrderNumber } from '#features/orders/order-number.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** The body of POST owner-note. `seen`: the note that the owner edited; null: there was none. */
export const OwnerNoteBody = z.object({
  order_number: OrderNumber,
  note: noteText,
  seen: z.string().max(10_000).nullable(),
})

/** The owner's own note on an order, or null. No page, print, export or e-mail for others reads it. */
export async function readOwnerNote(tx: Tx, orderId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('private.owner_notes')
    .select('note')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.note ?? null
}

/**
 * Writes or deletes the owner's note and returns it. Refuses not_found; conflict where another note than `seen` was
 * saved meanwhile, with the present one in `details.note`.
 */
export async function saveOwnerNote(
  tx: Tx,
  { order_number, note, seen }: z.output<typeof OwnerNoteBody>,
): Promise<string | null> {
  const order = await tx
    .selectFrom('pre_orders')
    .select('id')
    .where('order_number', '=', order_number)
    .forUpdate()
    .executeTakeFirst()
  if (!order) throw new AppError('not_found', 'There is no order with that number.')
  const present = await readOwnerNote(tx, order.id)
  if (present === note) return note
  if (present !== seen) {
    throw new AppError('conflict', 'Someone else has just changed this note.', { details: { note: present } })
  }
  if (note === null) await tx.deleteFrom('private.owner_notes').where('order_id', '=', order.id).execute()
  else {
    await tx
      .insertInto('private.owner_notes')
      .values({ order_id: order.id, note })
      .onConflict((row) => row.column('order_id').doUpdateSet({ note, updated_at: sql`public.shop_now()` }))
      .execute()
  }
  return note
}
