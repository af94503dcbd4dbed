import Stripe from 'stripe'

/** How many keys are tried before the call fails. */
const maxKeys = 3

/**
 * Stripe stores a key's first response, a 500 too, and replays it for a day. When the stored response is a 500, or
 * belongs to other parameters, the work runs again under the next key: `<key>:2`, `<key>:3`. An object that the first
 * key may have created is not used. `serverErrors` returns how many responses of the whole call were 500.
 */
export async function withIdempotencyKeys<T>(
  key: string,
  serverErrors: () => number,
  work: (key: string) => Promise<T>,
): Promise<T> {
  for (let n = 1; ; n += 1) {
    const nthKey = n === 1 ? key : `${key}:${n}`
    try {
      return await twice(serverErrors, () => work(nthKey))
    } catch (error) {
      if (n === maxKeys || !isStored(error)) throw error
    }
  }
}

/**
 * Runs the work a second time after a first 500, which may be temporary, and after a response that was cut off: the one
 * failure the library does not retry itself. A second 500 is the stored one.
 */
async function twice<T>(serverErrors: () => number, work: () => Promise<T>): Promise<T> {
  const before = serverErrors()
  try {
    return await work()
  } catch (error) {
    const mayPass = isServerError(error) && !isReplayed(error) && serverErrors() - before < 2
    if (!mayPass && !(error instanceof Stripe.errors.StripeConnectionError)) throw error
    return work()
  }
}

function isStored(error: unknown): boolean {
  const isOfOtherParams = error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400
  return isOfOtherParams || isServerError(error)
}

function isServerError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 500
}

function isReplayed({ headers }: Stripe.errors.StripeError): boolean {
  return headers?.['idempotent-replayed'] === 'true'
}
