import { useEffect } from 'react'
import { publicKey } from '#platform/client/backend-client.ts'
import { shop } from '#shop'
import { toast } from '#ui/toast.ts'
import { accountProblem, callAccount, type Outcome } from '../client/account-requests.ts'
import { letterTarget } from './letter-target.ts'
import { providerName } from './provider-name.ts'

/** Which provider this tab has left for. */
const mark = `${shop.shortName}-linking`

/**
 * Leaves for a provider, to link an account there with this one; the provider sends her back. The client's own call
 * would come back with a second session in the address. A challenge whose answer nobody knows brings a code that opens
 * nothing.
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

/** Tells once how a visit to a provider ended, and takes what it left out of the address. */
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
