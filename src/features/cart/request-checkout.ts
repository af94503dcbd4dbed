import type { FunctionsHttpError } from '@supabase/supabase-js'
import { loadBackend } from '#platform/client/backend-client.ts'
import { postTo } from '#platform/client/endpoints.ts'
import type { BodyOf, PostResponse } from '#platform/http/contract.ts'
import type { CartLine } from './cart.ts'

type CheckoutRequest = Omit<BodyOf<'create-stripe-checkout'>, 'items'> & { items: readonly CartLine[] }

/** The error body of the function. */
export type CheckoutError = { code: string; message: string; details?: unknown }
export type CheckoutAnswer = { answer: PostResponse<'create-stripe-checkout'> } | { refusal: CheckoutError }

/** Calls create-stripe-checkout. Returns the shop's refusals; throws network errors and faults. */
export async function requestCheckout(request: CheckoutRequest): Promise<CheckoutAnswer> {
  const backend = await loadBackend()
  const { data, error } = await postTo(backend, 'create-stripe-checkout', { ...request, items: [...request.items] })
  if (data) return { answer: data }
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
