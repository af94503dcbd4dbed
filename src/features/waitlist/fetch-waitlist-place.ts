import type { SupabaseClient } from '@supabase/supabase-js'
import type { WaitlistPlace } from './waitlist-place.ts'

export type FetchedWaitlistPlace = { token: string; place: WaitlistPlace } | 'no-such-link' | 'unavailable'

/** Requests the state behind an e-mail link. `token`: from the page's URL. */
export async function fetchWaitlistPlace(backend: SupabaseClient, token: string): Promise<FetchedWaitlistPlace> {
  const { data, error } = await backend.functions.invoke<WaitlistPlace>('waiting-place', { body: { token } })
  if (data && !error) return { token, place: data }
  return error?.context?.status === 400 ? 'no-such-link' : 'unavailable'
}
