import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** An end of a pre-order that customers saw; a trigger of `products` writes each. */
type Shown = {
  id: string
  at: Date
  was: Date | null
  ends_at: Date
  ordered: number | null
  by: string | null
  why: string | null
}

/** The ends of a product's pre-order, the newest first; at most 100. */
export async function listEnds(tx: Tx, productId: string): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select shown.id::text, shown.at, shown.was, shown.ends_at, shown.ordered::int, account.email as by, shown.why
      from private.preorder_ends as shown left join auth.users as account on account.id = shown.changed_by
     where shown.product_id = ${productId} order by shown.id desc limit 100`.execute(tx)
  return rows
}

/** Writes or empties the owner's reason for an end. Refuses not_found. */
export async function explainEnd(tx: Tx, { id, why }: { id: string; why: string | null }): Promise<string | null> {
  const written = await tx
    .updateTable('private.preorder_ends')
    .set({ why })
    .where('id', '=', id)
    .returning('why')
    .executeTakeFirst()
  if (!written) throw new AppError('not_found', 'This date is not in the list any more.')
  return written.why
}
