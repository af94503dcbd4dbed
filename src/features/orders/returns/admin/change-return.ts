import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { queueEmail } from '#platform/email/outbox.ts'
import { AppError, fieldError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { nextStates, type ReturnKind, type ReturnState } from '../return.ts'

export type LockedReturn = {
  id: string
  orderId: string
  kind: ReturnKind
  email: string | null
  refundId: string | null
}

/**
 * A return whose order and row are locked until `tx` ends, ready for its next state. Refuses not_found, and conflict
 * where it was changed since `version`, or the state cannot follow.
 */
export async function lockReturn(
  tx: Tx,
  { id, version, next }: { id: string; version: number; next: ReturnState },
): Promise<LockedReturn> {
  const found = await tx.selectFrom('private.returns').select('order_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new AppError('not_found', 'This return doesn’t exist.')
  // Orders are locked before their returns, as everywhere.
  const order = await tx
    .selectFrom('pre_orders')
    .select('customer_email')
    .where('id', '=', found.order_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const row = await tx
    .selectFrom('private.returns')
    .select(['kind', 'state', 'version', 'refund_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.version !== version || !nextStates[row.state as ReturnState].includes(next)) {
    throw new AppError('conflict', 'This return has changed in the meantime. It is shown as it is now.')
  }
  return {
    id,
    orderId: found.order_id,
    kind: row.kind as ReturnKind,
    email: order.customer_email,
    refundId: row.refund_id,
  }
}

type ReturnChange = {
  id: string
  version: number
  state: 'received' | 'inspected' | 'refused'
  /** To the customer, where it is refused. */
  answer: string | null
}

/**
 * Moves a return on, and e-mails the customer where the parcel has arrived or the return is refused. Refuses as
 * `lockReturn`.
 */
export async function changeReturn(tx: Tx, queue: Queue, { id, version, state, answer }: ReturnChange): Promise<void> {
  if (state === 'refused' && !answer) {
    throw fieldError('answer', 'Please enter a reason: the customer gets it by e-mail.')
  }
  const { orderId, email } = await lockReturn(tx, { id, version, next: state })
  const now = sql<Date>`public.shop_now()`
  const changes = {
    received: { received_at: now },
    inspected: { inspected_at: now },
    refused: { settled_at: now, answer },
  }[state]
  await tx
    .updateTable('private.returns')
    .set({ state, ...changes })
    .where('id', '=', id)
    .execute()
  if (state === 'inspected') return
  await queueEmail(tx, queue, {
    kind: 'order_return_answered',
    cause: `${id}.${state}`,
    recipient: email ?? '',
    orderId,
    data: { returnId: id, state },
  })
}
