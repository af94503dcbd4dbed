import { useEffect } from 'react'
import { publicKey } from '#platform/client/backend-client.ts'
import { shop } from '#shop'
import { toast } from '#ui/toast.ts'
import { accountProblem, callAccount, type Outcome } from '../client/account-requests.ts'
import { letterTarget } from './letter-target.ts'
import { providerName } from './provider-name.ts'

/** The storage key of the provider that this tab has gone to. */
const mark = `${shop.shortName}-linking`

/**
 * Redirects to a provider to link an account there with this one; the provider redirects back. supabase-js's own call
 * would return a second session in the URL. Here the code challenge is random bytes without a verifier, so nothing can
 * redeem the code in the redirect.
 */
export function leaveToLink(provider: string): Promise<Outcome<null>> {
  return callAccount(async ({ auth }) => {
    const { data, error } = await auth.getSession()
    if (error || !data.session) return { data: null, error: error ?? { code: 'session_not_found' } }
    const query = new URLSearchParams({
      provider,
      redirect_to: letterTarget(),
      skip_http_redirect: 'true',
      code_challenge: unanswerable(),
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
    if (!response.ok) return { data: null, error: { ...body, status: response.status } }
    sessionStorage.setItem(mark, provider)
    window.location.assign(body.url)
    return { data: null, error: null }
  })
}

function unanswerable(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Shows the result of a provider link once, and removes its parameters from the URL. */
export function useReturnFromLinking(): void {
  useEffect(() => {
    const provider = sessionStorage.getItem(mark)
    sessionStorage.removeItem(mark)
    const query = new URLSearchParams(window.location.search)
    const code = query.get('error_code') ?? query.get('error')
    if (!provider || (code === null && !query.has('code'))) return
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (code === null) {
      const description = `${providerName(provider)} opens this account from now on.`
      toast({ title: 'Linked', description, tone: 'success' })
      return
    }
    const message = query.get('error_description') ?? ''
    toast({ title: 'Not linked', description: accountProblem({ code, message, status: 400 }).problem, tone: 'error' })
  }, [])
}
