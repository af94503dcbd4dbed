import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { PaymentEvent, PaymentProvider } from '#platform/payments/provider.ts'
import { confirmPaymentJob } from './orders.jobs.ts'

export type Hearing = { db: Db; provider: PaymentProvider; queue: Queue }

// Of an event only this is believed: that something happened to that page or payment. The job asks the provider what.
const telling = /^(checkout\.session\.|charge\.(refund|dispute)|refund\.|radar\.early_fraud_warning\.)/

/**
 * Keeps events and the jobs that look into them, together and each once, however often and from wherever they come. A
 * bank's warning is kept with its event, for nobody could be asked for that later.
 */
export async function storeEvents({ db, provider, queue }: Hearing, events: readonly PaymentEvent[]): Promise<void> {
  // In one order for everybody, so that programs which are told the same things never wait for each other in a circle.
  const ordered = events.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await db.asService(async (tx) => {
    const added = await tx
      .insertInto('private.payment_events')
      .values(ordered.map((event) => rowOf(event, provider.name)))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning(['id', 'handled_at'])
      .execute()
    const news = new Set(added.map(({ id }) => id))
    for (const { id, paymentId, fraudWarning } of ordered) {
      if (fraudWarning && news.has(id)) await keepWarning(tx, fraudWarning, paymentId)
    }
    const telling = added.filter(({ handled_at }) => handled_at === null).map(({ id }) => id)
    await queue.enqueueAll(tx, confirmPaymentJob, telling)
    faultPoint('webhook.before-commit')
  })
}

/**
 * Keeps each event that comes while others are being kept together with those, for the disk and the queue's bell are
 * waited for once a transaction. One that cannot be kept fails alone. Resolves when the event is kept for good.
 */
export function eventStore(hearing: Hearing): (event: PaymentEvent) => Promise<void> {
  type Waiting = { event: PaymentEvent } & PromiseWithResolvers<void>
  const most = 100
  let waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    isStoring = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await storeTogether(batch)
    }
    isStoring = false
  }

  async function storeTogether(batch: Waiting[]): Promise<void> {
    const events = batch.map(({ event }) => event)
    try {
      await storeEvents(hearing, events)
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

/** What PostgreSQL says of a value it cannot take; a database that is away takes none of them. */
function isAboutData(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^2[23]/.test(code)
}

function rowOf({ id, type, sessionId, paymentId, orderId }: PaymentEvent, provider: PaymentProvider['name']) {
  const isTelling = telling.test(type) && (sessionId ?? paymentId ?? orderId) !== null
  return {
    id,
    provider,
    type,
    session_id: sessionId,
    payment_id: paymentId,
    order_id: orderId,
    handled_at: isTelling ? null : sql<Date>`shop_now()`,
  }
}

async function keepWarning(
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
