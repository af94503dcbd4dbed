import type { SupabaseClient } from '@supabase/supabase-js'
import { type Asked, ask } from '#platform/client/ask.ts'
import { publicKey } from '#platform/client/backend-client.ts'
import { problemOf, readProblem } from '#platform/client/problem.ts'
import { shop } from '#shop'

/** Leads to a provider, and from there back to `/login` with a code that only this tab can use. */
export async function beginWithProvider(provider: string): Promise<Asked<unknown>> {
  try {
    const { auth } = await openDoor()
    const redirectTo = `${window.location.origin}/login`
    // The shop may know any provider; the client's list is of those it has heard of.
    const { error } = await auth.signInWithOAuth({ provider: provider as 'google', options: { redirectTo } })
    return error ? { problem: readProblem(error) } : { value: null }
  } catch (error) {
    return { problem: readProblem(error) }
  }
}

/** Signs in with the code a provider's visit ended with. Refuses one that another browser asked for. */
export async function finishWithProvider(code: string): Promise<Asked<unknown>> {
  try {
    const { auth } = await openDoor()
    const { data, error } = await auth.exchangeCodeForSession(code)
    if (error) return { problem: error.status ? readProblem(error) : problemOf('bad_code_verifier') }
    const { access_token, refresh_token } = data.session
    return ask<unknown>((own) => own.setSession({ access_token, refresh_token }))
  } catch (error) {
    return { problem: readProblem(error) }
  } finally {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(doorKey)) sessionStorage.removeItem(key)
  }
}

const doorKey = `${shop.shortName}-sign-in`

/** A client for the way to a provider and back alone: links of letters must work in another browser, so others use none of this. */
async function openDoor(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js')
  return createClient(window.location.origin, publicKey(), {
    auth: {
      flowType: 'pkce',
      storage: sessionStorage,
      storageKey: doorKey,
      detectSessionInUrl: false,
      autoRefreshToken: false,
    },
  })
}
