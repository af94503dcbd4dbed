import type { SupabaseClient } from '@supabase/supabase-js'
import { loadBackend } from '#platform/client/backend-client.ts'
import { getFrom, postTo } from '#platform/client/endpoints.ts'
import type { DelayChoice } from './delay-choice.ts'

/** The choice that a token belongs to; `unknown` for an invalid token, `unavailable` after a failed request. */
export type FoundChoice = DelayChoice | 'unknown' | 'unavailable'

/** Reads the choice of a token; no sign-in is needed. Changes nothing. */
export async function readDelayChoice(backend: SupabaseClient, token: string): Promise<FoundChoice> {
  const { data, error } = await getFrom(backend, 'answer-delay', { token })
  if (data && !error) return data
  return error?.context?.status === 404 ? 'unknown' : 'unavailable'
}

/**
 * Sends the answer. Returns the choice afterwards, which an earlier answer may have decided, or the problem as a
 * message.
 */
export async function sendDelayAnswer(
  token: string,
  answer: 'keep' | 'cancel',
): Promise<{ choice: DelayChoice } | { problem: string }> {
  try {
    const backend = await loadBackend()
    const { data, error } = await postTo(backend, 'answer-delay', { token, answer })
    if (data && !error) return { choice: data }
    if (error?.context?.status === 429) return { problem: 'Too many tries. Please wait a few minutes and try again.' }
  } catch {
    // No connection: the message below applies.
  }
  return { problem: 'Your answer didn’t reach us. Please try again.' }
}
