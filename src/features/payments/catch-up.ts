import type { Queue } from '#platform/jobs/queue.ts'
import { reconcilePayments } from './orders.jobs.ts'
import type { Settling } from './settle-order.ts'
import { takeMissedEvents } from './take-missed-events.ts'

/** What a program does once when it starts: the payment provider may have had much to tell while nobody listened. */
export const catchUpJob = 'orders.catch-up'

export async function catchUp(settling: Settling): Promise<void> {
  await reconcilePayments(settling, 'expired')
  await reconcilePayments(settling, 'open')
  await takeMissedEvents(settling)
}

/** Asks for it. Programs that start together do it once. */
export function askToCatchUp({ db, queue }: { db: Settling['db']; queue: Queue }): Promise<void> {
  return db.asService((tx) => queue.enqueueOnce(tx, catchUpJob, 'start'))
}
