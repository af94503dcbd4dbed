import Stripe from 'stripe'
import { AppError } from '#platform/http/errors/app-error.ts'
import type { PaymentProvider, RefundRecord, SessionRecord } from '../provider.ts'
import { readRefund } from './session-record.ts'
import { underKeys } from './stored-faults.ts'

type Refunding = {
  stripe: Stripe
  retrieve: (sessionId: string) => Promise<SessionRecord | null>
  faults: () => number
}

/**
 * Gives money back, once per reference for ever: Stripe forgets its keys after a day, but the refund carries the
 * reference. Refuses bad_request where nothing, or not as much, was paid.
 */
export async function refundOnce(
  { stripe, retrieve, faults }: Refunding,
  { sessionId, amountPence, idempotencyKey: reference }: Parameters<PaymentProvider['refund']>[0],
): Promise<RefundRecord> {
  const asked = { amount: amountPence, metadata: { reference } }
  return underKeys(reference, faults, async (idempotencyKey) => {
    // Asked again for each key: what a kept 500 speaks of may have been done.
    const session = await retrieve(sessionId)
    const made = session?.refunds.find((refund) => refund.reference === reference)
    if (made) return made
    const payment_intent = paymentToRefund(session, amountPence)
    try {
      return readRefund(await stripe.refunds.create({ ...asked, payment_intent }, { idempotencyKey }))
    } catch (error) {
      throw isTooMuch(error) ? tooMuch(error) : error
    }
  })
}

function paymentToRefund(session: SessionRecord | null, amountPence: number): string {
  if (!session?.paymentId || session.paymentStatus !== 'paid') {
    throw new AppError('bad_request', 'Nothing was paid here')
  }
  const left = (session.totalPence ?? 0) - session.refundedPence
  if (!Number.isSafeInteger(amountPence) || amountPence < 1 || amountPence > left) throw tooMuch()
  return session.paymentId
}

/** Somebody else was quicker, at Stripe itself. */
function isTooMuch(error: unknown): error is Error {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'charge_already_refunded' || error.param === 'amount')
  )
}

function tooMuch(cause?: Error): AppError {
  return new AppError('bad_request', 'A refund is at least a penny and at most what was paid', cause ? { cause } : {})
}
