import { type Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import type { Env } from '#platform/http/env.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import { createErrorHandler, functionsErrorBody } from '#platform/http/errors/error-handler.ts'
import { faultPoint } from '#platform/jobs/fault-points.ts'
import type { Log } from '#platform/log.ts'
import { paymentProviders } from '#platform/payments/providers.ts'
import type { PaymentDeps } from './settle-order.ts'
import { createEventStore } from './store-event.ts'

/**
 * The payment provider's webhooks, mounted at /webhooks behind a body limit: POST /webhooks/test, /webhooks/stripe; that of
 * a provider which the shop does not use is not found. The signature is verified over the raw body; event and job commit together before the 200, also for a repeated delivery.
 * A wrong signature gives 400 and is only counted; a failure to store gives 500, so the provider sends the event again.
 */
export function paymentWebhooks({ db, provider, queue, log }: PaymentDeps): Hono<Env> {
  const countForgery = createForgeryCounter(db, log)
  const store = createEventStore({ db, provider, queue })

  const api = new Hono<Env>().onError(createErrorHandler(functionsErrorBody))
  const receive = async (c: Context<Env>) => {
    faultPoint('webhook.received')
    const event = await provider.verifyEvent(await c.req.text(), c.req.raw.headers).catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'bad_request') await countForgery()
      throw error
    })
    faultPoint('webhook.verified')
    await store(event)
    faultPoint('webhook.committed')
    return c.json({ received: true })
  }
  // The provider follows the keys of the moment.
  for (const name of Object.keys(paymentProviders))
    api.post(`/${name}`, (c) => (name === provider.name ? receive(c) : c.notFound()))
  return api
}

/**
 * Counts webhooks with a wrong signature by day. Those that arrive during a write are written together, so a flood uses
 * one connection. Resolves when the count is written; a failure is logged.
 */
function createForgeryCounter(db: Db, log: Log): () => Promise<void> {
  let uncounted = 0
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    while (uncounted > 0) {
      const times = uncounted
      uncounted = 0
      await db
        .asService((tx) =>
          sql`insert into private.security_events as known (kind, times) values ('webhook_forged', ${times})
            on conflict (day, kind) do update set times = known.times + excluded.times, last_at = excluded.last_at`.execute(
            tx,
          ),
        )
        .catch((error: unknown) => log.error({ error, times }, 'forged payment events could not be counted'))
    }
  }

  return () => {
    uncounted += 1
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }
}
