import { z } from 'zod'
import type { OrderNote } from '#features/orders/order-note.ts'
import { isNoted, openNotes } from '#features/orders/order-notes.ts'
import type { Tx } from '#platform/database/db.ts'

const most = 100

export const ReviewsQuery = z.object({
  ids: z
    .string()
    .max(most * 37)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.uuid()).max(most)),
})

/** The open notes of these orders by id; orders without notes are left out. */
export async function listReviews(tx: Tx, ids: string[]): Promise<Record<string, OrderNote[]>> {
  const rows = await tx
    .selectFrom('pre_orders')
    .select(['id', openNotes('pre_orders.id').as('notes')])
    .where('id', 'in', ids)
    .where(isNoted('pre_orders.id'))
    .execute()
  return Object.fromEntries(rows.map(({ id, notes }) => [id, notes]))
}
