import Stripe from 'stripe'

/** How many keys a thing is tried under before nobody can say that it is not there. */
const mostKeys = 3

/**
 * Stripe keeps a key's first answer, a 500 too, and gives it again for a day. When a key's answer is known to be kept,
 * or to belong to other parameters, the work goes on under the next one: `<key>:2`, `<key>:3`. What the first may have
 * made is never shown to anybody. `faults` tells how many 500s the whole call has met so far.
 */
export async function underKeys<T>(key: string, faults: () => number, work: (key: string) => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? key : `${key}:${n}`
    try {
      return await twice(faults, () => work(tried))
    } catch (error) {
      if (n === mostKeys || !isKept(error)) throw error
    }
  }
}

/**
 * A first 500 may be a passing one: the second, equal one is known to be kept. An answer that breaks off half-way is the
 * one failure the library does not repeat by itself.
 */
async function twice<T>(faults: () => number, work: () => Promise<T>): Promise<T> {
  const before = faults()
  try {
    return await work()
  } catch (error) {
    const mayPass = isFault(error) && !isReplayed(error) && faults() - before < 2
    if (!mayPass && !(error instanceof Stripe.errors.StripeConnectionError)) throw error
    return work()
  }
}

function isKept(error: unknown): boolean {
  const isOthers = error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400
  return isOthers || isFault(error)
}

function isFault(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 500
}

function isReplayed({ headers }: Stripe.errors.StripeError): boolean {
  return headers?.['idempotent-replayed'] === 'true'
}
