import Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#platform/http/errors/app-error.ts'
import { signedAt } from '../event-signature.ts'
import type { PaymentEvent } from '../provider.ts'
import { orderIdOf } from './session-record.ts'
import { stripeInfo } from './stripe-info.ts'

const header = 'stripe-signature'
const toleranceSeconds = 300

export const subscribedEventTypes = Object.values(stripeInfo.eventTypes).flat()

const word = z.string().regex(/^[\w.-]{1,255}$/)
// An expanded object, or its id; only the id is read.
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
const EventObject = z.object({
  id: word,
  payment_intent: reference,
  metadata: z.unknown().optional(),
  fraud_type: z.string().max(255).nullish().catch(null),
})

export type EventKeys = { secrets: readonly string[]; isLive: boolean; now: Date }

/**
 * Reads a webhook's raw body after checking that one of the secrets signed it. Refuses bad_request for a signature that
 * is missing, wrong, or 300 s away in either direction (the library accepts any from the future), and for an event of
 * the other mode: a test payment must never count in a live shop. Events of other types or accounts have no ids.
 */
export function readEvent(rawBody: string, headers: Headers, keys: EventKeys): PaymentEvent {
  const read = EventBody.safeParse(verify(rawBody, headers.get(header), keys))
  if (!read.success) throw notAnEvent(read.error)
  const { id, type, livemode, account, data } = read.data
  if (livemode !== keys.isLive) throw new AppError('bad_request', 'The event is of the other mode, test or live')
  const isSubscribed = subscribedEventTypes.includes(type) && !account
  return { id, type, ...(isSubscribed ? readObject(data.object) : noIds) }
}

/** An event of a list that was requested from Stripe. */
export function readListedEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  return { id, type, ...readObject(data.object) }
}

const noIds = { sessionId: null, paymentId: null, orderId: null, fraudWarning: null }

function readObject(object: object): typeof noIds | Omit<PaymentEvent, 'id' | 'type'> {
  const kind = (object as { object?: unknown }).object
  const read = EventObject.safeParse(object)
  if (!read.success) return noIds
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
  const isFromFuture = at !== null && at - now.getTime() / 1000 > toleranceSeconds
  for (const secret of at === null || isFromFuture ? [] : secrets) {
    try {
      // A tolerance of 0 would switch off the check of the time.
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
