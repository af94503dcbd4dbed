import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from '#platform/client/backend-client.ts'
import type { CartLine } from './cart.ts'

/** What create-stripe-checkout is asked; with `validateOnly` only whether the code holds. */
export type CheckoutRequest = {
  items: readonly CartLine[]
  discountCode?: string
  validateOnly?: boolean
  cartId?: string
  country?: string
}

/** The function's own no. `details` as the wire has them. */
export type CheckoutError = { code: string; message: string; details?: unknown }
export type CheckoutAnswer = { answer: Record<string, unknown> } | { refusal: CheckoutError }

/** Calls create-stripe-checkout. A no of the shop is an answer; no connection and faults are thrown. */
export async function requestCheckout(request: CheckoutRequest): Promise<CheckoutAnswer> {
  const backend = await loadBackend()
  const { data, error } = await backend.functions.invoke('create-stripe-checkout', { body: request })
  if (!error) return { answer: data }
  const refusal = await readError(error)
  if (refusal) return { refusal }
  throw error
}

/** Reads `{code, message, details}` from a 4xx answer, and from a 503, which is no fault but a no for now; null for the rest. */
async function readError(error: unknown): Promise<CheckoutError | null> {
  const response = (error as Partial<FunctionsHttpError>).context
  if (!(response instanceof Response)) return null
  if ((response.status < 400 || response.status >= 500) && response.status !== 503) return null
  const body: unknown = await response.json().catch(() => null)
  const { code, message, details } = (body ?? {}) as Partial<CheckoutError>
  return typeof code === 'string' && typeof message === 'string' ? { code, message, details } : null
}
