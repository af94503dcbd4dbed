import Stripe from 'stripe'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentProvider, RefundRecord, SessionRecord } from '../provider.ts'
import { withIdempotencyKeys } from './idempotency-keys.ts'
import { readRefund } from './session-record.ts'

type RefundDeps = {
  stripe: Stripe
  retrieve: (sessionId: string) => Promise<SessionRecord | null>
  serverErrors: () => number
}

/**
 * Refunds once per reference, without a time limit: Stripe drops its keys after a day, but the refund's metadata holds
 * the reference. Refuses bad_request for more than was paid.
 */
export async function refundOnce(
  { stripe, retrieve, serverErrors }: RefundDeps,
  { sessionId, amountPence, idempotencyKey: reference }: Parameters<PaymentProvider['refund']>[0],
): Promise<RefundRecord> {
  const params = { amount: amountPence, metadata: { reference } }
  return withIdempotencyKeys(reference, serverErrors, async (idempotencyKey) => {
    // Read again for each key: the refund may exist although its response was a 500.
    const session = await retrieve(sessionId)
    const existing = session?.refunds.find((refund) => refund.reference === reference)
    if (existing) return existing
    const payment_intent = paymentToRefund(session, amountPence)
    try {
      return readRefund(await stripe.refunds.create({ ...params, payment_intent }, { idempotencyKey }))
    } catch (error) {
      throw isAboveRefundable(error) ? aboveRefundable(error) : error
    }
  })
}

function paymentToRefund(session: SessionRecord | null, amountPence: number): string {
  if (!session?.paymentId || session.paymentStatus !== 'paid') {
    throw new AppError('bad_request', 'Nothing was paid here')
  }
  const refundable = (session.totalPence ?? 0) - session.refundedPence
  if (!Number.isSafeInteger(amountPence) || amountPence < 1 || amountPence > refundable) throw aboveRefundable()
  return session.paymentId
}

/** A refund that was made in Stripe's dashboard came first. */
function isAboveRefundable(error: unknown): error is Error {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'charge_already_refunded' || error.param === 'amount')
  )
}

function aboveRefundable(cause?: Error): AppError {
  return new AppError('bad_request', 'A refund is at least a penny and at most what was paid', cause ? { cause } : {})
}
