import type { SupabaseClient } from '@supabase/supabase-js'
import type { PlaceInWaiting } from './place-in-waiting.ts'

export type AskedWaiting = { token: string; place: PlaceInWaiting } | 'no-such-link' | 'unavailable'

/** Requests the state behind an e-mail link. `token`: from the page's URL. */
export async function askWaitingPlace(backend: SupabaseClient, token: string): Promise<AskedWaiting> {
  const { data, error } = await backend.functions.invoke<PlaceInWaiting>('waiting-place', { body: { token } })
  if (data && !error) return { token, place: data }
  return error?.context?.status === 400 ? 'no-such-link' : 'unavailable'
}
