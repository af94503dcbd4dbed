import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from '#platform/client/backend-client.ts'
import type { CartLine } from './cart.ts'

/** The body of create-stripe-checkout; with `validateOnly` it validates the code only. */
export type CheckoutRequest = {
  items: readonly CartLine[]
  discountCode?: string
  validateOnly?: boolean
  cartId?: string
  country?: string
  /** The id of a delivery service. */
  service?: string
  giftNote?: string
}

/** The error body of the function. */
export type CheckoutError = { code: string; message: string; details?: unknown }
export type CheckoutAnswer = { answer: Record<string, unknown> } | { refusal: CheckoutError }

/** Calls create-stripe-checkout. Returns the shop's refusals; throws network errors and faults. */
export async function requestCheckout(request: CheckoutRequest): Promise<CheckoutAnswer> {
  const backend = await loadBackend()
  const { data, error } = await backend.functions.invoke('create-stripe-checkout', { body: request })
  if (!error) return { answer: data }
  const refusal = await readError(error)
  if (refusal) return { refusal }
  throw error
}

/** Reads `{code, message, details}` from a 4xx or a 503 (temporarily unavailable) response; null for the rest. */
async function readError(error: unknown): Promise<CheckoutError | null> {
  const response = (error as Partial<FunctionsHttpError>).context
  if (!(response instanceof Response)) return null
  if ((response.status < 400 || response.status >= 500) && response.status !== 503) return null
  const body: unknown = await response.json().catch(() => null)
  const { code, message, details } = (body ?? {}) as Partial<CheckoutError>
  return typeof code === 'string' && typeof message === 'string' ? { code, message, details } : null
}
