import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { hasStoredSession, onSessionChange } from '#platform/client/stored-session.ts'
import { toast } from '#ui/toast.ts'
import type { Notice } from '#ui/toast-shelf.tsx'
import { type Arrival, readArrival } from '../client/second-factor.ts'

/**
 * Leads whoever is signed in to the front page, also when that happens in another tab. `pending` is somebody whose account
 * wants a second factor first. `arrive` is for who has just signed in here: then `welcome` is said, once all is shown.
 */
export function useArrival(welcome: Notice): { pending: Arrival | null; arrive(): Promise<void> } {
  const navigate = useNavigate()
  const [pending, setPending] = useState<Arrival | null>(null)
  const isNew = useRef(false)
  const isLeaving = useRef(false)

  const look = useCallback(async () => {
    const { value: arrival } = hasStoredSession() ? await readArrival() : { value: null }
    if (!arrival || arrival.factors.length > 0) {
      // The same person is not asked anew each time her session is refreshed.
      setPending((shown) => (shown && arrival && shown.email === arrival.email ? shown : (arrival ?? null)))
      return
    }
    const isWelcome = isNew.current
    isNew.current = false
    if (isWelcome) void toast({ ...welcome, about: 'session' })
    // Told of one session by two, she leaves once: a second navigation would break the first one off.
    if (isLeaving.current) return
    isLeaving.current = true
    await navigate('/', { replace: true })
    isLeaving.current = false
  }, [navigate, welcome])

  useEffect(() => {
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
