import Stripe from 'stripe'
import { hostOf } from './stripe-provider.ts'

type Key = { secretKey: string; apiBase: string | undefined }

/** `takesPayments`: null where the key may not read its account. */
export type CheckedKey = { account: string | null; takesPayments: boolean | null }

/** Why a key cannot be used. `rights`: a restricted key lacks those of the shop. `unreachable`: Stripe did not answer. */
export class StripeKeyError extends Error {
  override readonly name = 'StripeKeyError'
  readonly why: 'key' | 'rights' | 'unreachable'
  constructor(why: StripeKeyError['why'], cause: unknown) {
    super(`The key of Stripe cannot be used: ${why}`, { cause })
    this.why = why
  }
}

/** Stripe for a few questions about a key, outside the shop's throttles. */
export function openKeyClient({ secretKey, apiBase }: Key): Stripe {
  return new Stripe(secretKey, { maxNetworkRetries: 1, timeout: 8_000, telemetry: false, ...hostOf(apiBase) })
}

/** Asks Stripe whether it accepts a key, and whose it is. Throws a `StripeKeyError`, whose cause has no key. */
export async function checkStripeKey(key: Key): Promise<CheckedKey> {
  const stripe = openKeyClient(key)
  try {
    await stripe.checkout.sessions.list({ limit: 1 })
    const account = await stripe.accounts.retrieveCurrent().catch(nullWithoutRight)
    return { account: account?.id ?? null, takesPayments: account?.charges_enabled ?? null }
  } catch (error) {
    throw new StripeKeyError(whyOf(error), slim(error))
  }
}

/** Restricted keys seldom may read the account, which the shop does not need. */
function nullWithoutRight(error: unknown): null {
  if (error instanceof Stripe.errors.StripePermissionError) return null
  throw error
}

function whyOf(error: unknown): StripeKeyError['why'] {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'key'
  return error instanceof Stripe.errors.StripePermissionError ? 'rights' : 'unreachable'
}

/** Stripe's messages and the library's errors repeat parts of the key. */
function slim(error: unknown): Error {
  const { type = 'Error', statusCode } = error as { type?: string; statusCode?: number }
  return new Error(`${type}${statusCode ? `, status ${statusCode}` : ''}`)
}
