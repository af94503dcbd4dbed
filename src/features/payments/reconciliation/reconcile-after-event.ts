import { sql } from 'kysely'
import { isNoted } from '#features/orders/order-notes.ts'
import type { Tx } from '#platform/database/db.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { eventTypesOf } from '#platform/payments/providers.ts'
import type { PaymentDeps } from '../settle-order.ts'
import { reconcileJob, startRun } from './reconciliation-runs.ts'

type Handlers = Record<string, (id: string) => Promise<void>>

/**
 * Wraps the job handlers of events and refunds: after one that may need the owner, a reconciliation starts at once, or
 * follows the one that is running. A retried handler enqueues it again.
 */
export function withReconciliation({ db, queue }: Pick<PaymentDeps, 'db' | 'queue'>, handlers: Handlers): Handlers {
  const reconcileIfUrgent = async (id: string) =>
    db.asService(async (tx) => {
      if (await isUrgent(tx, id)) await enqueueRun(tx, queue)
    })
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [
      name,
      async (id: string) => {
        await handler(id)
        await reconcileIfUrgent(id)
      },
    ]),
  )
}

/** Starts another reconciliation if an urgent event arrived during this one, which may have missed it. */
export async function reconcileAgainAfter(tx: Tx, queue: Queue, runId: string): Promise<void> {
  const { rows } = await sql<{ is_urgent: boolean }>`
    select (exists (select from private.payment_events as event where event.handled_at > run.started_at and ${urgentEvent})
      or exists (select from private.refunds as refund where refund.state = 'failed' and refund.settled_at > run.started_at)) as is_urgent
      from private.reconciliation_runs as run where run.id = ${runId}`.execute(tx)
  if (rows[0]?.is_urgent) await enqueueRun(tx, queue)
}

async function enqueueRun(tx: Tx, queue: Queue): Promise<void> {
  const run = await startRun(tx, null)
  if (run) await queue.enqueue(tx, reconcileJob, run.id)
}

/** `id`: of an event or of a refund. */
async function isUrgent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_urgent: boolean }>`
    select (exists (select from private.payment_events as event
        where event.id = ${id} and event.handled_at is not null and ${urgentEvent})
      or exists (select from private.refunds as refund where refund.id::text = ${id} and refund.state = 'failed')) as is_urgent`.execute(
    tx,
  )
  return rows[0]?.is_urgent ?? false
}

/** A condition on `event`: a bank disputes or warns, a refund failed, or a payment does not match its order. */
const urgentEvent = sql`(event.type = any(${eventTypesOf('alerts', 'failedRefunds')})
  or (event.type = any(${eventTypesOf('pages')}) and exists (select from public.pre_orders as placed
    where ${isNoted('placed.id')}
      and (placed.id = event.order_id or placed.payment_session_id = event.session_id)))
  or (event.type = any(${eventTypesOf('refunds')}) and exists (
    select from private.refunds as refund join public.pre_orders as placed on placed.id = refund.order_id
     where refund.state = 'failed' and refund.settled_at > event.handled_at - interval '1 minute'
       and (placed.id = event.order_id or placed.payment_id = event.payment_id))))`
