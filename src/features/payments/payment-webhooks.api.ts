import { Hono } from 'hono'
import type { Env } from '#platform/http/env.ts'
import { answerError, functions } from '#platform/http/errors/answer-error.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { Log } from '#platform/log.ts'
import { forgeryCounter } from './count-forgeries.ts'
import { eventStore, type Hearing } from './store-event.ts'

/**
 * What the payment provider tells us, mounted at /webhooks behind a limit on bodies: POST /webhooks/test, /webhooks/stripe.
 * The raw body is verified; event and job are stored together, then answered with 200, again and again the same. A body
 * that is not rightly signed is answered 400 and leaves nothing behind but a count; a fault in storing is answered 500,
 * so it is sent again.
 */
export function paymentWebhooks({ db, provider, queue, log }: Hearing & { log: Log }): Hono<Env> {
  const countForgery = forgeryCounter(db, log)
  const store = eventStore({ db, provider, queue })

  return new Hono<Env>().onError(answerError(functions)).post(`/${provider.name}`, async (c) => {
    faultPoint('webhook.received')
    const event = await provider.verifyEvent(await c.req.text(), c.req.raw.headers).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'bad_request') await countForgery()
      throw error
    })
    faultPoint('webhook.verified')
    await store(event)
    faultPoint('webhook.committed')
    return c.json({ received: true })
  })
}
