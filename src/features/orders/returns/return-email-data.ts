import { sql } from 'kysely'
import { hasOnlySamples, namedSize } from '#features/catalogue/samples.ts'
import type { Tx } from '#platform/database/db.ts'
import type { OrderEmailData } from '../emails/order-email-data.ts'
import { isWithdrawn, readCustomerReturns } from './declare-return.ts'
import { isRestored, type ReturnKind, type ReturnState } from './return.ts'

/** A return as its e-mails describe it. */
export type ReturnEmailData = NonNullable<Awaited<ReturnType<typeof readReturnEmailData>>>

/** The return as it is now; null where it does not exist any more. */
export async function readReturnEmailData(tx: Tx, id: string, order: OrderEmailData) {
  const row = await tx.selectFrom('private.returns').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const lines = await tx
    .selectFrom('private.return_lines')
    .innerJoin('order_lines', 'order_lines.id', 'private.return_lines.line_id')
    .select(['order_lines.name', 'order_lines.size', 'private.return_lines.quantity', 'order_lines.cancelled_quantity'])
    .select([
      sql<number>`order_lines.id::int`.as('id'),
      sql<boolean>`exists (select from private.parcel_lines as part where part.line_id = order_lines.id)`.as(
        'has_left',
      ),
    ])
    .where('private.return_lines.return_id', '=', id)
    .orderBy(sql`order_lines.position`)
    .execute()
  const refund = (await readCustomerReturns(tx, order.id)).find((each) => each.id === id)?.refund ?? null
  return {
    order,
    kind: row.kind as ReturnKind,
    state: row.state as ReturnState,
    requestedAt: row.requested_at,
    /** Whether the owner recorded it: the customer declared it by e-mail or telephone, and only its day is known. */
    isRecorded: row.declared_on === 'owner',
    /** Whether its pieces were cancelled with it, since nothing of the order was begun. */
    stopped: row.stopped,
    /** Whether something of it has left in a parcel. */
    hasPartLeft: lines.some(({ has_left }) => has_left),
    refund,
    isRestored: isRestored(
      { stopped: row.stopped, lines },
      { status: order.status, lines: lines.map(({ id, cancelled_quantity: cancelled }) => ({ id, cancelled })) },
    ),
    /** Whether it is of all that is left of the order, with the withdrawals before it. */
    isAll: await isWithdrawn(tx, order.id),
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
