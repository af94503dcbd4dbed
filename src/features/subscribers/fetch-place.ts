import type { SupabaseClient } from '@supabase/supabase-js'
import { postTo } from '#platform/client/endpoints.ts'
import type { PlaceOnList } from './list.contract.ts'

/** The token in the links of test e-mails, which belong to no subscriber. */
export const testToken = 'test'

export type FetchedPlace = { token: string; place: PlaceOnList } | 'no-such-link' | 'unavailable'

/** Requests the state behind an e-mail link. `url`: the page's URL, with the token in it. */
export async function fetchPlace(backend: SupabaseClient, url: string): Promise<FetchedPlace> {
  const token = new URL(url).searchParams.get('token') ?? ''
  const { data, error } = await postTo(backend, 'list-place', { token })
  if (data) return { token, place: data }
  return error?.context?.status === 400 ? 'no-such-link' : 'unavailable'
}
