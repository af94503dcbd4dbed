import { z } from 'zod'
import type { Tx } from '#platform/database/db.ts'

const most = 100

export const ReviewsQuery = z.object({
  ids: z
    .string()
    .max(most * 37)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.uuid()).max(most)),
})

/** The review notes of these orders by id; orders without notes are left out. */
export async function listReviews(tx: Tx, ids: string[]): Promise<Record<string, string>> {
  const rows = await tx
    .selectFrom('pre_orders')
    .select(['id', 'needs_review'])
    .where('id', 'in', ids)
    .where('needs_review', 'is not', null)
    .execute()
  return Object.fromEntries(rows.map(({ id, needs_review }) => [id, needs_review ?? '']))
}
