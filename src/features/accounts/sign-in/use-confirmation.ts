import type { User } from '@supabase/supabase-js'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { loadBackend } from '#platform/client/backend-client.ts'
import { pathOnSite } from '#platform/client/path-on-site.ts'
import { toast } from '#ui/toast.ts'
import type { AuthProblem, AuthResult } from '../client/auth-client.ts'
import { type Redeemed, setPassword } from '../client/confirm.ts'
import { forgetSignUp } from '../client/new-sign-up.ts'
import { type Arrival, readArrival } from '../client/second-factor.ts'

/**
 * Confirms an account from an e-mail: redeems the link or code once, requires a second factor if the account has one,
 * sets the password, says `done`, and opens the page of the link. `send` returns the problem, if any; called again, it continues at the failed step.
 */
export function useConfirmation({ redirectTo, done }: { redirectTo: string; done: string }) {
  const navigate = useNavigate()
  const [step, setStep] = useState<'asking' | 'expired' | 'half'>('asking')
  const [pending, setPending] = useState<Arrival | null>(null)
  const [refused, setRefused] = useState('')
  const isRedeemed = useRef(false)
  const password = useRef<string>(undefined)

  async function send(redeem: () => Promise<AuthResult<Redeemed>>, typed?: string): Promise<AuthProblem | null> {
    password.current = typed
    setRefused('')
    if (!isRedeemed.current) {
      const { value, problem } = await redeem()
      if (problem?.code === 'otp_expired') setStep('expired')
      if (problem) return problem
      if (value === 'half') {
        setStep('half')
        return null
      }
      isRedeemed.current = true
    }
    return continueSignIn()
  }

  async function continueSignIn(): Promise<AuthProblem | null> {
    const { value: arrival, problem } = await readArrival()
    if (problem) return problem
    if (arrival && arrival.factors.length > 0) {
      setPending(arrival)
      return null
    }
    if (password.current !== undefined) {
      const set = await setPassword(password.current)
      if (set.problem) return set.problem
    }
    forgetSignUp()
    const { path, description } = await nextPage()
    void toast({ title: 'Thank you', description, tone: 'success', about: 'session' })
    await navigate(path, { replace: true })
    return null
  }

  /** The page after the confirmation: the order that it linked, unless the link names a page. */
  async function nextPage(): Promise<{ path: string; description: string }> {
    const path = pathOnSite(redirectTo, window.location.origin)
    // The account is confirmed without it; its orders are on the account page.
    const order = path === '/' ? await findConfirmedOrder().catch(reportError) : null
    if (!order) return { path, description: done }
    return { path: `/account#order-${order.id}`, description: `${done} Here is your order ${order.order_number}.` }
  }

  return {
    step,
    pending,
    /** Why the password was refused after the second factor was confirmed. */
    refused,
    send,
    async onShown(): Promise<void> {
      const problem = await continueSignIn()
      if (!problem) return
      setRefused(problem.message)
      setPending(null)
    },
  }
}

/**
 * The newest order that came to the account when its address was confirmed a moment ago: a guest may have bought first.
 * Null if the address was confirmed earlier or there is no order. Throws if a request fails. Browser only.
 */
async function findConfirmedOrder(): Promise<{ id: string; order_number: string } | null> {
  const backend = await loadBackend()
  const { data } = await backend.auth.getSession()
  const user = data.session?.user
  if (!user || !wasJustConfirmed(user)) return null
  // Row-level security lets an administrator read every order, so the query filters by user.
  const { data: orders, error } = await backend
    .from('pre_orders')
    .select('id, order_number')
    .eq('user_id', user.id)
    .eq('payment_status', 'paid')
    .order('created_at', { ascending: false })
    .limit(1)
    .overrideTypes<{ id: string; order_number: string }[], { merge: false }>()
  if (error) throw new Error('The orders of the account could not be read', { cause: error })
  return orders[0] ?? null
}

/** The server sets both times: the sign-in that confirms an address gets the time of the confirmation. */
function wasJustConfirmed({ email_confirmed_at: confirmed, last_sign_in_at: signedIn }: User): boolean {
  return Boolean(confirmed && signedIn) && Math.abs(Date.parse(signedIn ?? '') - Date.parse(confirmed ?? '')) < 5_000
}
