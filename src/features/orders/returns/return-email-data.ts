import { sql } from 'kysely'
import { hasOnlySamples, namedSize } from '#features/catalogue/samples.ts'
import type { Tx } from '#platform/database/db.ts'
import type { OrderEmailData } from '../emails/order-email-data.ts'
import type { ReturnKind, ReturnState } from './return.ts'

/** A return as its e-mails describe it. */
export type ReturnEmailData = NonNullable<Awaited<ReturnType<typeof readReturnEmailData>>>

/** The return as it is now; null where it does not exist any more. */
export async function readReturnEmailData(tx: Tx, id: string, order: OrderEmailData) {
  const row = await tx.selectFrom('private.returns').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const lines = await tx
    .selectFrom('private.return_lines')
    .innerJoin('order_lines', 'order_lines.id', 'private.return_lines.line_id')
    .select(['order_lines.name', 'order_lines.size', 'private.return_lines.quantity'])
    .where('private.return_lines.return_id', '=', id)
    .orderBy(sql`order_lines.position`)
    .execute()
  return {
    order,
    kind: row.kind as ReturnKind,
    state: row.state as ReturnState,
    requestedAt: row.requested_at,
    /** As the customer typed it, else the order's. */
    declaredBy: row.declared_by ?? order.customerName,
    /** '1 × Mary Dress, size 10–12'. */
    garments: lines.map(({ quantity, ...line }) => `${quantity} × ${namedSize(line)}`),
    /** Whether it is of fabric samples alone. */
    isSamples: hasOnlySamples(lines),
    /** What the customer wrote, with their line breaks. */
    reason: row.reason,
    photographs: row.photographs.length,
    /** The owner's answer, where it is refused. */
    answer: row.answer,
  }
}
