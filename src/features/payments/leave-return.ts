import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'

/** How long the difference of an exchange waits before it is sent, for an undo. */
const undoSeconds = 60

/** Lets a refund wait that is not sent yet, as the e-mail about its exchange does. */
export async function delayRefund(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('private.refunds')
    .set({ next_attempt_at: sql<Date>`now() + ${undoSeconds} * interval '1 second'` })
    .where('id', '=', id)
    .where('state', '=', 'requested')
    .execute()
}

/**
 * Opens the return of an exchange again that is taken back, and drops the refund of the difference. Nothing for any other
 * order. Refuses conflict once that refund is on its way. The caller deletes the order.
 */
export async function leaveReturn(tx: Tx, orderId: string): Promise<void> {
  const exchanged = await tx
    .selectFrom('private.exchanges as exchange')
    .innerJoin('private.returns as declared', 'declared.id', 'exchange.return_id')
    .select(['declared.id', 'declared.refund_id', 'declared.state'])
    .where('exchange.order_id', '=', orderId)
    .executeTakeFirst()
  if (exchanged?.state !== 'exchanged') return
  if (exchanged.refund_id) {
    const { numDeletedRows } = await tx
      .deleteFrom('private.refunds')
      .where('id', '=', exchanged.refund_id)
      .where('state', '=', 'requested')
      .where('attempts', '=', 0)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) {
      throw new AppError('conflict', 'The difference is being refunded already, so cancel the order instead.')
    }
  }
  await tx.updateTable('pre_orders').set({ order_status: 'cancelled' }).where('id', '=', orderId).execute()
}
