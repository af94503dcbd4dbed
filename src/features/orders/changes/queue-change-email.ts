import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'

/**
 * Queues the e-mail about a change. That of the owner waits a minute by default, so that one that is undone sends
 * nothing.
 */
export async function queueChangeEmail(
  tx: Tx,
  { orderId, editId, wait = '1 minute' }: { orderId: string; editId: string; wait?: '1 minute' | 'no time' },
): Promise<void> {
  const seconds = wait === '1 minute' ? 60 : 0
  await sql`
    select private.queue_email('order_changed', ${editId}, customer_email, ${JSON.stringify({ edit: editId })}::jsonb, id,
        now() + ${seconds} * interval '1 second')
      from public.pre_orders where id = ${orderId} and customer_email is not null`.execute(tx)
}

/**
 * Drops the e-mail about a change that is being undone, if it still waits. Returns whether the customer got it, or is
 * getting it now, and so has to hear of the undo.
 */
export async function dropChangeEmail(tx: Tx, editId: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update private.outbox set state = case when state = 'waiting' then 'dropped' else state end
     where kind = 'order_changed' and cause = ${editId} returning state`.execute(tx)
  return rows[0]?.state === 'sending' || rows[0]?.state === 'sent'
}
