import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { mailAddress } from '#platform/email/address.ts'
import { queueEmail, sendEmailJob } from '#platform/email/outbox.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import { lockOrder } from '../delays/lock-order.ts'

/**
 * Makes sure that the letter of an order's parcel is there and puts it on its way now: the one the database wrote when
 * the number came, so it leaves once. One that never left is tried again, at the address the order has now. Refuses
 * not_found, and conflict for an order without a number, or one nobody is to be told of. `attempts`: the tries so far.
 */
export async function sendDispatchEmailNow(
  tx: Tx,
  queue: Queue,
  orderNumber: string,
): Promise<{ id: string; attempts: number }> {
  const { id: orderId, isPaid, email, tracking, status } = await lockOrder(tx, { orderNumber })
  if (!tracking) throw new AppError('conflict', 'This order has no tracking number yet.')
  if (!isPaid) throw new AppError('conflict', 'This order is not paid, so nobody is told that it has left.')
  if (!email) throw new AppError('conflict', 'This order has no e-mail address to write to.')
  if (status !== 'shipped') {
    throw new AppError('conflict', 'This order is not marked as shipped, so nobody is told that it has left.')
  }
  const kind = 'order_dispatched'
  const { hash } = await tx
    .selectNoFrom(sql<string>`private.tracking_number_hash(${tracking})`.as('hash'))
    .executeTakeFirstOrThrow()
  const cause = `${orderId}.${hash}`
  await queueEmail(tx, queue, { kind, cause, recipient: email, orderId, data: { tracking } })
  const address = mailAddress(email)
  await tx
    .updateTable('private.outbox')
    .set({ state: 'waiting', recipient: address ?? email, next_attempt_at: sql<Date>`now()`, last_error: null })
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    // One that failed is not tried again at what is no address; one that waits is, and says so at once.
    .where('state', 'in', address ? ['waiting', 'failed'] : ['waiting'])
    .execute()
  const letter = await tx
    .selectFrom('private.outbox')
    .select(['id', 'attempts', 'state'])
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .executeTakeFirstOrThrow()
  if (letter.state === 'waiting') await queue.enqueue(tx, sendEmailJob, letter.id)
  return letter
}
