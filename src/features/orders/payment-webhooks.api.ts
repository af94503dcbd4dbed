import { Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#infrastructure/db/db.ts'
import { faultPoint } from '#infrastructure/fault-points.ts'
import { answerError, functions } from '#infrastructure/http/answer-error.ts'
import type { Env } from '#infrastructure/http/env.ts'
import type { Queue } from '#infrastructure/jobs/queue.ts'
import type { PaymentEvent, PaymentProvider } from '#infrastructure/payments/provider.ts'
import { confirmPaymentJob } from './orders.jobs.ts'

// Of an event only this is believed: that something happened to that session. The job asks the provider what.
const telling = /^(checkout\.session\.|charge\.refund|charge\.dispute|refund\.)/

/**
 * What the payment provider tells us, mounted at /webhooks behind a limit on bodies: POST /webhooks/test, /webhooks/stripe.
 * The raw body is verified; event and job are stored together, then answered with 200, again and again the same. A body that is not
 * rightly signed is answered 400 and leaves nothing behind; a fault in storing is answered 500, so it is sent again.
 */
export function paymentWebhooks({
  db,
  provider,
  queue,
}: {
  db: Db
  provider: PaymentProvider
  queue: Queue
}): Hono<Env> {
  return new Hono<Env>().onError(answerError(functions)).post(`/${provider.name}`, async (c) => {
    faultPoint('webhook.received')
    const event = await provider.verifyEvent(await c.req.text(), c.req.raw.headers)
    faultPoint('webhook.verified')
    await storeEvent({ db, provider, queue }, event)
    faultPoint('webhook.committed')
    return c.json({ received: true })
  })
}

async function storeEvent(
  { db, provider, queue }: { db: Db; provider: PaymentProvider; queue: Queue },
  { id, type, sessionId, orderId }: PaymentEvent,
): Promise<void> {
  const isTelling = sessionId !== null && telling.test(type)
  await db.asService(async (tx) => {
    const added = await tx
      .insertInto('private.payment_events')
      .values({
        id,
        provider: provider.name,
        type,
        session_id: sessionId,
        order_id: orderId,
        ...(!isTelling && { handled_at: sql<Date>`shop_now()` }),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added && isTelling) await queue.enqueue(tx, confirmPaymentJob, id)
    faultPoint('webhook.before-commit')
  })
}
