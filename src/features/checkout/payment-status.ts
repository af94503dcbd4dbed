import type { SupabaseClient } from '@supabase/supabase-js'
import { getFrom, pathOf } from '#platform/client/endpoints.ts'
import type { PaymentStatus } from './checkout.contract.ts'

const longestId = 200

/**
 * Fetches the status once. A malformed session id is `none`; an error counts as being confirmed, since the page
 * polls.
 */
export async function fetchPaymentStatus(backend: SupabaseClient, sessionId: string | null): Promise<PaymentStatus> {
  if (!sessionId || sessionId.length > longestId) return 'none'
  const { data, error } = await getFrom(backend, 'checkout-status', { session_id: sessionId })
  if (!error) return readStatus(data)
  const httpStatus = error.context?.status ?? 503
  return httpStatus >= 500 || httpStatus === 429 ? 'confirming' : 'none'
}

/** The function's name and query, under /functions/v1. */
export function statusPath(sessionId: string): string {
  return pathOf('checkout-status', { session_id: sessionId })
}

/** Reads `{ status }`; anything that is not a status is none. */
export function readStatus(body: unknown): PaymentStatus {
  const { status } = (body ?? {}) as { status?: unknown }
  return status === 'paid' || status === 'confirming' ? status : 'none'
}
