import Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentEvent } from '../provider.ts'
import { signedAt } from '../signature.ts'
import { orderIdOf } from './session-record.ts'

const header = 'stripe-signature'
const toleranceSeconds = 300

/** Everything the shop asks Stripe to tell it; the same list stands in docs/stripe.md. */
export const toldEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
]

const word = z.string().regex(/^[\w.-]{1,255}$/)
// A thing, or its name where it is not expanded; nothing is read of it but the name.
const reference = z
  .union([word, z.object({ id: word }).transform(({ id }) => id)])
  .nullish()
  .catch(null)
const EventBody = z.object({
  id: word,
  type: word,
  livemode: z.boolean(),
  account: z.string().nullish(),
  data: z.object({ object: z.looseObject({ object: z.string().nullish() }) }),
})
const Thing = z.object({
  id: word,
  payment_intent: reference,
  metadata: z.unknown().optional(),
  fraud_type: z.string().max(255).nullish().catch(null),
})

export type EventKeys = { secrets: readonly string[]; isLive: boolean; now: Date }

/**
 * What a webhook's raw body says, once one of the secrets signed it. Refuses bad_request for a signature that is
 * missing, wrong, or 300 s away in either direction (the library takes any from the future), and for an event of the
 * other mode: a test payment must never count in a live shop. An unknown type, or one of another account, says nothing.
 */
export function readEvent(rawBody: string, headers: Headers, keys: EventKeys): PaymentEvent {
  const read = EventBody.safeParse(verify(rawBody, headers.get(header), keys))
  if (!read.success) throw notAnEvent(read.error)
  const { id, type, livemode, account, data } = read.data
  if (livemode !== keys.isLive) throw new AppError('bad_request', 'The event is of the other mode, test or live')
  const isTold = toldEvents.includes(type) && !account
  return { id, type, ...(isTold ? readThing(data.object) : nothing) }
}

/** An event of a list that Stripe was asked for. */
export function readListedEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  return { id, type, ...readThing(data.object) }
}

const nothing = { sessionId: null, paymentId: null, orderId: null, fraudWarning: null }

function readThing(object: object): typeof nothing | Omit<PaymentEvent, 'id' | 'type'> {
  const kind = (object as { object?: unknown }).object
  const read = Thing.safeParse(object)
  if (!read.success) return nothing
  const { id, payment_intent: payment, metadata, fraud_type: fraud } = read.data
  return {
    sessionId: kind === 'checkout.session' ? id : null,
    paymentId: payment ?? null,
    orderId: orderIdOf(metadata),
    fraudWarning: kind === 'radar.early_fraud_warning' ? { id, kind: fraud ?? 'misc' } : null,
  }
}

function verify(rawBody: string, signature: string | null, { secrets, now }: EventKeys): unknown {
  const at = signedAt(signature)
  const isFuture = at !== null && at - now.getTime() / 1000 > toleranceSeconds
  for (const secret of at === null || isFuture ? [] : secrets) {
    try {
      // Never a tolerance of 0, which switches the check of the time off.
      return Stripe.webhooks.constructEvent(
        rawBody,
        signature ?? '',
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      )
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw notAnEvent(error)
    }
  }
  throw new AppError('bad_request', 'The signature is missing, wrong or out of time')
}

function notAnEvent(cause: unknown): AppError {
  return new AppError('bad_request', 'The body is not an event', { cause })
}
