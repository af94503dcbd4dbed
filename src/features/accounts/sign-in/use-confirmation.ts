import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pathOnSite } from '#platform/client/path-on-site.ts'
import { toast } from '#ui/toast.ts'
import type { AuthProblem, AuthResult } from '../client/auth-client.ts'
import { type Redeemed, setPassword } from '../client/confirm.ts'
import { findConfirmedOrder } from '../client/confirmed-order.ts'
import { type Arrival, readArrival } from '../client/second-factor.ts'

/** The account is confirmed all the same; its orders are on its own page. */
function reportMissingOrder(error: unknown): null {
  reportError(error)
  return null
}

type Plan = {
  /** Where to go afterwards, as the letter said. */
  redirectTo: string
  /** What is told then. */
  done: string
}

/**
 * The way from a letter into the account: the link or code is used up once, a second factor is asked for where there is
 * one, the password is set, and then it goes on. `send` gives what stands in the way; sent again, it goes on from there.
 */
export function useConfirmation({ redirectTo, done }: Plan) {
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
    return goOn()
  }

  async function goOn(): Promise<AuthProblem | null> {
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
    const { path, description } = await nextPage()
    void toast({ title: 'Thank you', description, tone: 'success', about: 'session' })
    await navigate(path, { replace: true })
    return null
  }

  /** An address that was confirmed for an order leads to that order, unless the link names a page of its own. */
  async function nextPage(): Promise<{ path: string; description: string }> {
    const path = pathOnSite(redirectTo, window.location.origin)
    const order = path === '/' ? await findConfirmedOrder().catch(reportMissingOrder) : null
    if (!order) return { path, description: done }
    return { path: `/account#order-${order.id}`, description: `${done} Here is your order ${order.number}.` }
  }

  return {
    step,
    pending,
    /** Why the password was refused after the second factor had been shown. */
    refused,
    send,
    async onShown(): Promise<void> {
      const problem = await goOn()
      if (!problem) return
      setRefused(problem.message)
      setPending(null)
    },
  }
}
