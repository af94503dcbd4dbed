import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasStoredSession, onSessionChange } from '#platform/client/stored-session.ts'
import { toast } from '#ui/toast.ts'
import type { Notice } from '#ui/toast-region.tsx'
import { forgetSignUp } from '../client/new-sign-up.ts'
import { noteReturnPath, returnPath } from '../client/return-path.ts'
import { type Arrival, readArrival } from '../client/second-factor.ts'

/**
 * Redirects a signed-in user to the page they came from (else the front page), also after a sign-in in another tab.
 * `pending`: the user who must confirm a second factor first. `arrive` is called after a sign-in on this page: it shows
 * `welcome` and redirects.
 */
export function usePostLoginRedirect(welcome: Notice): { pending: Arrival | null; arrive(): Promise<void> } {
  const navigate = useNavigate()
  const [pending, setPending] = useState<Arrival | null>(null)
  const isNew = useRef(false)
  const isLeaving = useRef(false)

  const look = useCallback(async () => {
    const { value: arrival } = hasStoredSession() ? await readArrival() : { value: null }
    if (!arrival || arrival.factors.length > 0) {
      // A refresh of the session keeps the form of the same user.
      setPending((shown) => (shown && arrival && shown.email === arrival.email ? shown : (arrival ?? null)))
      return
    }
    forgetSignUp()
    const isWelcome = isNew.current
    isNew.current = false
    if (isWelcome) void toast({ ...welcome, about: 'session' })
    // Two events report one session; a second navigation would cancel the first.
    if (isLeaving.current) return
    isLeaving.current = true
    await navigate(returnPath(), { replace: true })
    isLeaving.current = false
  }, [navigate, welcome])

  useEffect(() => {
    noteReturnPath()
    void look()
    return onSessionChange(look)
  }, [look])

  return {
    pending,
    arrive() {
      isNew.current = true
      return look()
    },
  }
}
