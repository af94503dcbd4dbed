import type { UserIdentity } from '@supabase/supabase-js'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { storagePrefix } from '#base/stored-value.ts'
import { formatDate } from '#base/visitor-time.ts'
import { loadBackend, publicKey } from '#platform/client/backend-client.ts'
import { keepsSession, siteStore, tabStore } from '#platform/client/browser-store.ts'
import { RequestError, signedOutMessage, toRequestError } from '#platform/client/functions.ts'
import { AccountSection, focusSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { accountProblem, callAccount, emailRedirectUrl } from '../client/account-requests.ts'
import { providerName } from '../provider-name.ts'
import type { Account } from '../use-account.ts'

/** Whether the section has content: linked providers, or providers to link. */
export function hasIdentities(account: Account): boolean {
  return account.settings.providers.length > 0 || linkedTo(account).length > 0
}

function linkedTo({ user }: Account): UserIdentity[] {
  return (user.identities ?? []).filter(({ provider }) => provider !== 'email')
}

/** The providers linked to this account. Shown only if the shop offers provider sign-in. */
export function IdentitiesSection({ account, reload }: { account: Account; reload: () => Promise<void> }) {
  const { providers, linking } = account.settings
  const linked = linkedTo(account)
  const open = providers.filter((name) => !linked.some(({ provider }) => provider === name))
  useReturnFromLinking()
  if (!hasIdentities(account)) return null

  async function unlinked(name: string) {
    focusSection('identities')
    await reload()
    await toast({ title: 'Unlinked', description: `You can no longer sign in with ${name}.`, tone: 'success' })
  }

  return (
    <AccountSection
      id="identities"
      title="Linked accounts"
      note="Another way to sign in. We see your name and e-mail address there and nothing else."
    >
      {linked.length === 0 && <p>None yet.</p>}
      <ul aria-labelledby="identities">
        {linked.map((identity) => (
          <LinkedIdentity key={identity.identity_id} identity={identity} onUnlinked={unlinked} />
        ))}
      </ul>
      {linking && (
        <ul className="mt-2 flex flex-wrap gap-x-8">
          {open.map((provider) => (
            <li key={provider}>
              <LinkProvider provider={provider} />
            </li>
          ))}
        </ul>
      )}
    </AccountSection>
  )
}

function LinkedIdentity({
  identity,
  onUnlinked,
}: {
  identity: UserIdentity
  onUnlinked: (name: string) => Promise<void>
}) {
  const name = providerName(identity.provider)
  const email: unknown = identity.identity_data?.email
  const { mutate: unlink, isPending: busy } = useMutation({
    mutationFn: () => callAccount(({ auth }) => auth.unlinkIdentity(identity)),
    onError: (error) => toast({ title: 'Not unlinked', description: accountProblem(error).problem, tone: 'error' }),
    onSuccess: () => onUnlinked(name),
  })

  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-8 border-line border-b py-3 first:pt-0">
      <div className="min-w-0">
        <p className="font-serif text-name leading-tight">{name}</p>
        <p className="wrap-any text-ink-soft text-small">
          {typeof email === 'string' && email ? `${email}, ` : ''}
          {identity.created_at ? `since ${formatDate(identity.created_at)}` : ''}
        </p>
      </div>
      <TextButton onClick={() => !busy && unlink()} aria-disabled={busy} aria-label={`Unlink ${name}`}>
        {busy ? 'Unlinking…' : 'Unlink'}
      </TextButton>
    </li>
  )
}

function LinkProvider({ provider }: { provider: string }) {
  // On success the browser navigates to the provider, which redirects back to this page.
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: redirectToLink,
    onError: (error) => toast({ title: 'Not linked', description: accountProblem(error).problem, tone: 'error' }),
  })
  const busy = isPending || isSuccess

  return (
    <TextButton onClick={() => !busy && mutate(provider)} aria-disabled={busy}>
      {`Link ${providerName(provider)}`}
    </TextButton>
  )
}

/** The storage key of the provider that this tab has gone to. */
const storageKey = `${storagePrefix}-linking`

/**
 * Redirects to a provider to link an account there with this one; the provider redirects back. supabase-js's own call
 * would return a second session in the URL. Here the code challenge is random bytes without a verifier, so nothing can
 * redeem the code in the redirect.
 */
async function redirectToLink(provider: string): Promise<void> {
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
function useReturnFromLinking(): void {
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
