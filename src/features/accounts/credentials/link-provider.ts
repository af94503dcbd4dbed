import { useEffect } from 'react'
import { loadBackend, publicKey } from '#platform/client/backend-client.ts'
import { keepsSession, siteStore, tabStore } from '#platform/client/browser-store.ts'
import { RequestError, signedOutMessage, toRequestError } from '#platform/client/functions.ts'
import { shop } from '#shop'
import { toast } from '#ui/toast.ts'
import { accountProblem } from '../client/account-requests.ts'
import { emailRedirectUrl } from './email-redirect.ts'
import { providerName } from './provider-name.ts'

/** The storage key of the provider that this tab has gone to. */
const storageKey = `${shop.shortName}-linking`

/**
 * Redirects to a provider to link an account there with this one; the provider redirects back. supabase-js's own call
 * would return a second session in the URL. Here the code challenge is random bytes without a verifier, so nothing can
 * redeem the code in the redirect.
 */
export async function redirectToLink(provider: string): Promise<void> {
  if (!keepsSession(siteStore) || !keepsSession(tabStore))
    throw new RequestError({ code: 'no_storage', status: 400, message: 'This browser stores nothing' })
  const { auth } = await loadBackend()
  const { data, error } = await auth.getSession()
  if (error) throw error
  if (!data.session) throw new RequestError({ code: 'session_not_found', status: 401, message: signedOutMessage })
  const query = new URLSearchParams({
    provider,
    redirect_to: emailRedirectUrl(),
    skip_http_redirect: 'true',
    code_challenge: randomChallenge(),
    code_challenge_method: 's256',
  })
  const response = await fetch(`/auth/v1/user/identities/authorize?${query}`, {
    headers: {
      apikey: publicKey(),
      authorization: `Bearer ${data.session.access_token}`,
      'x-supabase-api-version': '2024-01-01',
    },
  })
  const body = await response.json()
  if (!response.ok) throw toRequestError({ ...body, status: response.status })
  tabStore.setItem(storageKey, provider)
  window.location.assign(body.url)
}

function randomChallenge(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Shows the result of a provider link once, and removes its parameters from the URL. */
export function useReturnFromLinking(): void {
  useEffect(() => {
    const provider = tabStore.getItem(storageKey)
    tabStore.removeItem(storageKey)
    const query = new URLSearchParams(window.location.search)
    const code = query.get('error_code') ?? query.get('error')
    if (!provider || (code === null && !query.has('code'))) return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (code === null) {
      const description = `You can now sign in with ${providerName(provider)}.`
      toast({ title: 'Linked', description, tone: 'success' })
      return
    }
    const message = query.get('error_description') ?? ''
    toast({ title: 'Not linked', description: accountProblem({ code, message, status: 400 }).problem, tone: 'error' })
  }, [])
}
