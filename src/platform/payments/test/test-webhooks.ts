import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Log } from '#platform/log.ts'
import { isSignedBy, signBody } from '../event-signature.ts'
import type { PaymentEvent } from '../provider.ts'

const header = 'test-signature'
const timeoutMs = 10_000

/** A signed event that is being sent. */
export type SignedEvent = { id: string; body: string; headers: Record<string, string> }

/** Sends an event to the shop; throws unless the shop accepts it. */
export type Deliver = (event: SignedEvent) => Promise<void>

export type TestWebhookSender = { db: Db; secret: string; deliver: Deliver; log: Log }

/** Posts events as a payment provider does. Any response but a 2xx within 10 s counts as a failure. */
export function deliverOverHttp({
  url,
  fetch,
}: {
  url: string
  fetch: (request: Request) => Response | Promise<Response>
}): Deliver {
  return async ({ id, body, headers }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(new Request(url, { method: 'POST', body, headers, signal }))
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The shop answered ${response.status} to ${id}`)
  }
}

/** Stores an event of a session; it is sent until the shop accepts it. */
export async function recordEvent(tx: Tx, { sessionId, type }: { sessionId: string; type: string }): Promise<string> {
  const id = `evt_test_${randomBytes(18).toString('base64url')}`
  await tx.insertInto('private.test_payment_events').values({ id, session_id: sessionId, type }).execute()
  return id
}

/** Sends an event once and returns whether the shop accepted it. A failure is logged and retried for three days. */
export async function deliverEvent({ db, secret, deliver, log }: TestWebhookSender, eventId: string): Promise<boolean> {
  const event = await db.asService((tx) =>
    tx
      .selectFrom('private.test_payment_events as event')
      .innerJoin('private.test_payment_sessions as session', 'session.id', 'event.session_id')
      .select([
        'event.id',
        'event.type',
        'event.session_id',
        'event.created_at',
        'event.delivered_at',
        'session.order_id',
      ])
      .where('event.id', '=', eventId)
      .executeTakeFirst(),
  )
  if (!event || event.delivered_at) return true
  const body = JSON.stringify({
    id: event.id,
    type: event.type,
    created: Math.floor(event.created_at.getTime() / 1000),
    data: { object: { id: event.session_id, client_reference_id: event.order_id } },
  })
  const headers = { 'content-type': 'application/json', [header]: signBody(body, secret, new Date()) }
  const error = await deliver({ id: event.id, body, headers }).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error) log.warn({ error, event: event.id }, 'a test payment event was not taken and is sent again')
  await db.asService((tx) =>
    tx
      .updateTable('private.test_payment_events')
      .set({
        attempts: sql`attempts + 1`,
        next_attempt_at: sql<Date>`now() + least(3600, 2 ^ least(attempts, 12)) * interval '1 second'`,
        delivered_at: error ? null : sql<Date>`now()`,
      })
      .where('id', '=', eventId)
      .execute(),
  )
  return !error
}

/** Sends the events that are due and not accepted yet. */
export async function redeliverEvents(sender: TestWebhookSender): Promise<void> {
  const undelivered = await sender.db.asService((tx) =>
    tx
      .selectFrom('private.test_payment_events')
      .select('id')
      .where('delivered_at', 'is', null)
      .where('next_attempt_at', '<=', sql<Date>`now()`)
      .where('created_at', '>', sql<Date>`now() - interval '3 days'`)
      .orderBy('next_attempt_at')
      .limit(100)
      .execute(),
  )
  for (const { id } of undelivered) await deliverEvent(sender, id)
}

const word = z.string().regex(/^[\w.-]{1,255}$/)
const EventBody = z.object({
  id: word,
  type: word,
  data: z.object({ object: z.object({ id: word, client_reference_id: z.uuid().nullish() }) }),
})

/** Reads a webhook's raw body after checking its signature. Refuses bad_request. */
export function readEvent(rawBody: string, headers: Headers, secret: string): PaymentEvent {
  if (!isSignedBy(rawBody, headers.get(header), [secret], new Date())) {
    throw new AppError('bad_request', 'The signature is missing, wrong or out of time')
  }
  const { id, type, data } = EventBody.parse(JSON.parse(rawBody))
  return {
    id,
    type,
    sessionId: data.object.id,
    paymentId: null,
    orderId: data.object.client_reference_id ?? null,
    fraudWarning: null,
  }
}
