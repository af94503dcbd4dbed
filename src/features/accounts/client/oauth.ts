import type { SupabaseClient } from '@supabase/supabase-js'
import { storagePrefix } from '#base/stored-value.ts'
import { publicKey } from '#platform/client/backend-client.ts'
import { keepsSession, tabStore } from '#platform/client/browser-store.ts'
import { type AuthResult, authProblem, callAuth, readAuthProblem } from './auth-client.ts'
import { keepReturnPath, takeReturnPath } from './return-path.ts'

/** Redirects to a sign-in provider, which redirects back to `/login` with a code that only this tab can redeem. */
export async function beginWithProvider(provider: string): Promise<AuthResult<unknown>> {
  if (!keepsSession(tabStore)) return { problem: authProblem('no_storage') }
  try {
    const { auth } = await createOAuthClient()
    keepReturnPath()
    const redirectTo = `${window.location.origin}/login`
    // The shop may offer any provider; the type of supabase-js lists only some.
    const { error } = await auth.signInWithOAuth({ provider: provider as 'google', options: { redirectTo } })
    return error ? { problem: readAuthProblem(error) } : { value: null }
  } catch (error) {
    return { problem: readAuthProblem(error) }
  }
}

/** Signs in with the code that the provider's redirect ended with. Refuses a code that another browser requested. */
export async function finishWithProvider(code: string): Promise<AuthResult<unknown>> {
  takeReturnPath()
  try {
    const { auth } = await createOAuthClient()
    const { data, error } = await auth.exchangeCodeForSession(code)
    if (error) return { problem: error.status ? readAuthProblem(error) : authProblem('bad_code_verifier') }
    const { access_token, refresh_token } = data.session
    return callAuth<unknown>((own) => own.setSession({ access_token, refresh_token }))
  } catch (error) {
    return { problem: readAuthProblem(error) }
  } finally {
    for (const key of tabStore.keys()) if (key.startsWith(oauthStorageKey)) tabStore.removeItem(key)
  }
}

const oauthStorageKey = `${storagePrefix}-sign-in`

/** A client for provider sign-ins alone. Only it uses PKCE: a link in an e-mail must also work in another browser. */
async function createOAuthClient(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js')
  return createClient(window.location.origin, publicKey(), {
    auth: {
      flowType: 'pkce',
      storage: tabStore,
      storageKey: oauthStorageKey,
      detectSessionInUrl: false,
      autoRefreshToken: false,
    },
  })
}
