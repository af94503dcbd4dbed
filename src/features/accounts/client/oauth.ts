import type { SupabaseClient } from '@supabase/supabase-js'
import { publicKey } from '#platform/client/backend-client.ts'
import { shop } from '#shop'
import { type AuthResult, authProblem, callAuth, readAuthProblem } from './auth-client.ts'

/** Leads to a provider, and from there back to `/login` with a code that only this tab can use. */
export async function beginWithProvider(provider: string): Promise<AuthResult<unknown>> {
  try {
    const { auth } = await openDoor()
    const redirectTo = `${window.location.origin}/login`
    // The shop may know any provider; the client's list is of those it has heard of.
    const { error } = await auth.signInWithOAuth({ provider: provider as 'google', options: { redirectTo } })
    return error ? { problem: readAuthProblem(error) } : { value: null }
  } catch (error) {
    return { problem: readAuthProblem(error) }
  }
}

/** Signs in with the code a provider's visit ended with. Refuses one that another browser asked for. */
export async function finishWithProvider(code: string): Promise<AuthResult<unknown>> {
  try {
    const { auth } = await openDoor()
    const { data, error } = await auth.exchangeCodeForSession(code)
    if (error) return { problem: error.status ? readAuthProblem(error) : authProblem('bad_code_verifier') }
    const { access_token, refresh_token } = data.session
    return callAuth<unknown>((own) => own.setSession({ access_token, refresh_token }))
  } catch (error) {
    return { problem: readAuthProblem(error) }
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
