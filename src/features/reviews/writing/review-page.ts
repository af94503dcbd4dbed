import type { SupabaseClient } from '@supabase/supabase-js'
import type { DeclineReason, Fit, ReviewState } from '../review.ts'

/** A review as its writer sees it. `photographs`: names of objects. */
export type OwnReview = {
  state: ReviewState
  stars: number
  words: string
  height_cm: number | null
  fit: Fit
  name: string
  photographs: string[]
  declined_reason: DeclineReason | null
  declined_note: string | null
  answer: string | null
}

/** A line of an order with its review. `height_cm`: the height it was hemmed for. */
export type ReviewLine = {
  id: number
  name: string
  size: string
  slug: string
  image_url: string | null
  height_cm: number | null
  review: OwnReview | null
}

/** GET review-page: all that the review page of an order shows. Days are 'YYYY-MM-DD'. */
export type ReviewPageResponse = {
  order_number: string
  /** Empty where the order's name has none. */
  first_name: string
  /** Whether the order has arrived. */
  is_open: boolean
  /** The latest day of its arrival, while it is on its way. */
  opens_after: string | null
  /** Whether its address may get review requests for later orders. */
  asks: boolean
  lines: ReviewLine[]
}

/** Reads the review page of a link; no sign-in is needed. `unknown` for an invalid token. Changes nothing. */
export async function readReviewPage(
  backend: SupabaseClient,
  token: string,
): Promise<ReviewPageResponse | 'unknown' | 'unavailable'> {
  const path = `review-page?token=${encodeURIComponent(token)}`
  const { data, error } = await backend.functions.invoke<ReviewPageResponse>(path, { method: 'GET' })
  if (data && !error) return data
  const response = (error as { context?: unknown } | null)?.context
  return response instanceof Response && response.status === 404 ? 'unknown' : 'unavailable'
}

/** The path of the review page of an order, by the token of its order page; null until it has arrived. */
export async function readReviewPath(backend: SupabaseClient, orderToken: string): Promise<string | null> {
  const path = `review-path?token=${encodeURIComponent(orderToken)}`
  const { data } = await backend.functions.invoke<{ path: string | null }>(path, { method: 'GET' })
  return data?.path ?? null
}
