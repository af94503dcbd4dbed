import { sql } from 'kysely'
import type { Queue } from '#platform/jobs/queue.ts'
import { settleOpenSessions } from './payments.jobs.ts'
import type { PaymentDeps } from './settle-order.ts'
import { storeEvents } from './store-event.ts'

/** The job of a program's start: webhooks may have been lost while no instance was running. */
export const catchUpJob = 'orders.catch-up'

export async function catchUp(deps: PaymentDeps): Promise<void> {
  await settleOpenSessions(deps, 'expired')
  await settleOpenSessions(deps, 'open')
  await storeMissedEvents(deps)
}

/** Enqueues the catch-up once, also where several instances start together. */
export function enqueueCatchUp({ db, queue }: { db: PaymentDeps['db']; queue: Queue }): Promise<void> {
  return db.asService((tx) => queue.enqueueOnce(tx, catchUpJob, 'start'))
}

/** How long the payment provider keeps its events. */
const keptDays = 30

/** Stores the events whose webhooks the provider could not deliver. Events that are stored already change nothing. */
export async function storeMissedEvents({ db, provider, queue }: Omit<PaymentDeps, 'log'>): Promise<void> {
  const { rows } = await sql<{ from: Date; until: Date }>`
    select public.shop_now() - ${keptDays} * interval '1 day' as "from", public.shop_now() + interval '1 hour' as "until"`.execute(
    db.owner,
  )
  const [span] = rows
  if (!span) throw new Error('The database returned no time')
  for await (const event of provider.inBackground().listMissedEvents(span)) {
    await storeEvents({ db, provider, queue }, [event])
  }
}
