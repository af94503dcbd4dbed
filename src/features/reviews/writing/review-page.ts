import type { SupabaseClient } from '@supabase/supabase-js'
import { getFrom } from '#platform/client/endpoints.ts'
import type { ReviewPageFacts } from '../reviews.contract.ts'

/** Reads the review page of a link; no sign-in is needed. `unknown` for an invalid token. Changes nothing. */
export async function readReviewPage(
  backend: SupabaseClient,
  token: string,
): Promise<ReviewPageFacts | 'unknown' | 'unavailable'> {
  const { data, error } = await getFrom(backend, 'review-page', { token })
  if (data) return data
  return error.context?.status === 404 ? 'unknown' : 'unavailable'
}

/** The path of the review page of an order, by the token of its order page; null until it has arrived. */
export async function readReviewPath(backend: SupabaseClient, orderToken: string): Promise<string | null> {
  const { data } = await getFrom(backend, 'review-path', { token: orderToken })
  return data?.path ?? null
}
