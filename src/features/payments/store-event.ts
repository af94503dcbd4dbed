import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { PaymentEvent, PaymentProvider } from '#platform/payments/provider.ts'
import { eventTypesOf } from '#platform/payments/providers.ts'
import { confirmPaymentJob } from './payments.jobs.ts'
import type { PaymentDeps } from './settle-order.ts'

// An event only says that a session or payment changed: the job reads the change from the provider.
const relevantTypes = new Set(eventTypesOf('pages', 'refunds', 'failedRefunds', 'alerts'))

/**
 * Stores events with their jobs in one transaction, each event once. A fraud warning is stored with its event, because
 * the provider's API does not return it later.
 */
export async function storeEvents(
  { db, provider, queue }: Omit<PaymentDeps, 'log'>,
  events: readonly PaymentEvent[],
): Promise<void> {
  // Sorted, so that two instances that store the same events cannot deadlock.
  const ordered = events.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await db.asService(async (tx) => {
    const added = await tx
      .insertInto('private.payment_events')
      .values(ordered.map((event) => rowOf(event, provider.name)))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(['id', 'handled_at'])
      .execute()
    const isNew = new Set(added.map(({ id }) => id))
    for (const { id, paymentId, fraudWarning } of ordered) {
      if (fraudWarning && isNew.has(id)) await saveWarning(tx, fraudWarning, paymentId)
    }
    const unhandled = added.filter(({ handled_at }) => handled_at === null).map(({ id }) => id)
    await queue.enqueueAll(tx, confirmPaymentJob, unhandled)
    faultPoint('webhook.before-commit')
  })
}

/**
 * Stores events in batches: those that arrive during a transaction go into the next one together, which saves fsyncs
 * and queue notifications. An event with invalid data fails alone. Resolves when the event is committed.
 */
export function createEventStore(deps: Omit<PaymentDeps, 'log'>): (event: PaymentEvent) => Promise<void> {
  type Waiting = { event: PaymentEvent } & PromiseWithResolvers<void>
  const batchSize = 100
  let waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    isStoring = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      await storeTogether(batch)
    }
    isStoring = false
  }

  async function storeTogether(batch: Waiting[]): Promise<void> {
    const events = batch.map(({ event }) => event)
    try {
      await storeEvents(deps, events)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length > 1 && isAboutData(error)) for (const one of batch) await storeTogether([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  return (event) => {
    const one = { event, ...Promise.withResolvers<void>() }
    waiting.push(one)
    if (!isStoring) void storeAll()
    return one.promise
  }
}

/** Whether PostgreSQL refused a value (classes 22 and 23), as opposed to a database that is down. */
function isAboutData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^2[23]/.test(code)
}

function rowOf({ id, type, sessionId, paymentId, orderId }: PaymentEvent, provider: PaymentProvider['name']) {
  const isRelevant = relevantTypes.has(type) && (sessionId ?? paymentId ?? orderId) !== null
  return {
    id,
    provider,
    type,
    session_id: sessionId,
    payment_id: paymentId,
    order_id: orderId,
    handled_at: isRelevant ? null : sql<Date>`shop_now()`,
  }
}

async function saveWarning(
  tx: Tx,
  { id, kind }: { id: string; kind: string },
  paymentId: string | null,
): Promise<void> {
  await tx
    .insertInto('private.fraud_warnings')
    .values({ id, kind, payment_id: paymentId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
