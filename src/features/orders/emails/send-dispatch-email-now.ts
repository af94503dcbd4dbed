import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import { queueEmail, sendEmailJob } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { lockOrder } from '../changes/editable-order.ts'

/**
 * Sends the dispatch e-mail of an order at once. The database queued it with the tracking number, so it is sent once; a
 * failed one is tried again, at the order's present address. Refuses not_found, and conflict for an order without
 * tracking number or address, or one that is unpaid or not shipped. `attempts`: the attempts so far.
 */
export async function sendDispatchEmailNow(
  tx: Tx,
  queue: Queue,
  orderNumber: string,
): Promise<{ id: string; attempts: number }> {
  const { id: orderId, isPaid, customer_email: email, tracking, status } = await lockOrder(tx, { orderNumber })
  if (!tracking) throw new AppError('conflict', 'This order has no tracking number yet.')
  if (!isPaid) throw new AppError('conflict', 'This order isn’t paid, so its dispatch e-mail can’t be sent.')
  if (!email) throw new AppError('conflict', 'This order has no e-mail address.')
  if (status !== 'shipped') {
    throw new AppError('conflict', 'This order isn’t marked as shipped, so its dispatch e-mail can’t be sent.')
  }
  const kind = 'order_dispatched'
  const hash = sql<string>`private.tracking_number_hash(${tracking})`
  // A number that is right after all has an e-mail for each time it was set.
  const { cause } = await tx
    .selectNoFrom(
      sql<string>`coalesce((select w.cause from private.outbox as w
        where w.order_id = ${orderId} and w.kind = ${kind} and w.cause not like '%.again-%'
          and private.tracking_number_hash(w.data ->> 'tracking') = ${hash}
        order by w.created_at desc limit 1), ${orderId}::text || '.' || ${hash})`.as('cause'),
    )
    .executeTakeFirstOrThrow()
  await queueEmail(tx, queue, { kind, cause, recipient: email, orderId, data: { tracking } })
  const address = mailAddress(email)
  await tx
    .updateTable('private.outbox')
    .set({ state: 'waiting', recipient: address ?? email, next_attempt_at: sql<Date>`now()`, last_error: null })
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    // A failed e-mail is tried again only at a valid address; a queued one is tried anyway, and fails at once.
    .where('state', 'in', address ? ['waiting', 'failed'] : ['waiting'])
    .execute()
  const queued = await tx
    .selectFrom('private.outbox')
    .select(['id', 'attempts', 'state'])
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow()
  if (queued.state === 'waiting') await queue.enqueue(tx, sendEmailJob, queued.id)
  return queued
}

type Followed = { state: 'sent' | 'waiting' | 'failed'; message: string }

const lookEveryMs = 100

/**
 * Waits until an e-mail is sent, has failed, or was retried more than `attempts` times; `forMs` at most. The message is
 * for the owner.
 */
export async function waitForEmail(
  db: Db,
  { id, attempts, forMs = 3_000 }: { id: string; attempts: number; forMs?: number },
): Promise<Followed> {
  for (const until = performance.now() + forMs; ; await pause(lookEveryMs)) {
    const email = await db.asService((tx) =>
      tx
        .selectFrom('private.outbox')
        .select(['state', 'attempts', 'last_error'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    const { state, last_error: error } = email
    if (state === 'sent') return { state, message: 'The customer has been e-mailed.' }
    if (state === 'failed') return { state, message: `The e-mail could not be sent. ${error ?? ''}`.trim() }
    if (state === 'dropped') return { state: 'failed', message: 'The order has since changed, so no e-mail was sent.' }
    const isPutOff = state === 'waiting' && email.attempts > attempts
    if (isPutOff || performance.now() > until) {
      const message = 'The e-mail is waiting to be sent. The shop will keep trying.'
      return { state: 'waiting', message }
    }
  }
}
