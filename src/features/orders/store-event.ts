import { sql } from 'kysely'
import type { Db } from '#infrastructure/db/db.ts'
import { faultPoint } from '#infrastructure/fault-points.ts'
import type { Queue } from '#infrastructure/jobs/queue.ts'
import type { PaymentEvent, PaymentProvider } from '#infrastructure/payments/provider.ts'
import { confirmPaymentJob } from './orders.jobs.ts'

export type Hearing = { db: Db; provider: PaymentProvider; queue: Queue }

// Of an event only this is believed: that something happened to that page or payment. The job asks the provider what.
const telling = /^(checkout\.session\.|charge\.(refund|dispute)|refund\.|radar\.early_fraud_warning\.)/

/**
 * Keeps an event and the job that looks into it, together and once, however often and from wherever it comes. A bank's
 * warning is kept with it, for nobody could be asked for that later.
 */
export async function storeEvent({ db, provider, queue }: Hearing, event: PaymentEvent): Promise<void> {
  const { id, type, sessionId, paymentId, orderId, fraudWarning } = event
  const isTelling = telling.test(type) && (sessionId ?? paymentId ?? orderId) !== null
  await db.asService(async (tx) => {
    const added = await tx
      .insertInto('private.payment_events')
      .values({
        id,
        provider: provider.name,
        type,
        session_id: sessionId,
        payment_id: paymentId,
        order_id: orderId,
        ...(!isTelling && { handled_at: sql<Date>`shop_now()` }),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return
    if (fraudWarning) {
      await tx
        .insertInto('private.fraud_warnings')
        .values({ id: fraudWarning.id, kind: fraudWarning.kind, payment_id: paymentId })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
    if (isTelling) await queue.enqueue(tx, confirmPaymentJob, id)
    faultPoint('webhook.before-commit')
  })
}
