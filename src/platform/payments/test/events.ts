import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { Log } from '#platform/log.ts'
import type { PaymentEvent } from '../provider.ts'
import { isSignedBy, signBody } from '../signature.ts'

const header = 'test-signature'
const patienceMs = 10_000

/** A signed event on its way. */
export type SignedEvent = { id: string; body: string; headers: Record<string, string> }

/** Brings an event to the shop; throws unless the shop has taken it. */
export type Deliver = (event: SignedEvent) => Promise<void>

export type Courier = { db: Db; secret: string; deliver: Deliver; log: Log }

/** Posts events as a payment company does. Anything but a 2xx within 10 s means not taken. */
export function deliverOverHttp({
  url,
  fetch,
}: {
  url: string
  fetch: (request: Request) => Response | Promise<Response>
}): Deliver {
  return async ({ id, body, headers }) => {
    const signal = AbortSignal.timeout(patienceMs)
    const response = await fetch(new Request(url, { method: 'POST', body, headers, signal }))
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The shop answered ${response.status} to ${id}`)
  }
}

/** Notes that something happened to a session; it is delivered until the shop has taken it. */
export async function recordEvent(tx: Tx, { sessionId, type }: { sessionId: string; type: string }): Promise<string> {
  const id = `evt_test_${randomBytes(18).toString('base64url')}`
  await tx.insertInto('private.test_payment_events').values({ id, session_id: sessionId, type }).execute()
  return id
}

/** One try. A failed one is logged and tried again later, for three days. True when the shop has taken the event. */
export async function deliverEvent({ db, secret, deliver, log }: Courier, eventId: string): Promise<boolean> {
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

/** Delivers what has not been taken yet and is due. */
export async function redeliverEvents(courier: Courier): Promise<void> {
  const waiting = await courier.db.asService((tx) =>
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
  for (const { id } of waiting) await deliverEvent(courier, id)
}

const word = z.string().regex(/^[\w.-]{1,255}$/)
const EventBody = z.object({
  id: word,
  type: word,
  data: z.object({ object: z.object({ id: word, client_reference_id: z.uuid().nullish() }) }),
})

/** What a webhook's raw body says, once its signature is right. Refuses bad_request. */
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
