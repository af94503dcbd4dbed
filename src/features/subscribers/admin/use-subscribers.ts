import { useCallback, useEffect, useRef, useState } from 'react'
import { callFunction } from '#platform/client/call-function.ts'
import { type Filter, queryOf, type SubscriberPage } from './subscriber.ts'

export type Listed = SubscriberPage | 'loading' | { problem: string }

/** The list as far as it was asked for; `busy` while more of it, or another part, is on its way. */
export function useSubscribers({ state, q }: { state: Filter; q: string }) {
  const [listed, setListed] = useState<Listed>('loading')
  const [busy, setBusy] = useState(true)
  const asked = useRef(0)

  /** An answer to an earlier question is not shown. */
  const ask = useCallback(
    async (after: string | null) => {
      asked.current += 1
      const question = asked.current
      setBusy(true)
      const called = await callFunction<SubscriberPage>(`subscribers?${queryOf({ state, q, after })}`)
      if (question !== asked.current) return null
      setBusy(false)
      return called
    },
    [state, q],
  )

  const reload = useCallback(async () => {
    const called = await ask(null)
    if (called) setListed(called.failure ? { problem: called.failure.words } : called.value)
  }, [ask])

  useEffect(() => {
    void reload()
  }, [reload])

  /** Adds the next page; gives what stood in the way, if something did. */
  async function more(): Promise<string | null> {
    if (busy || typeof listed === 'string' || 'problem' in listed || !listed.next) return null
    const called = await ask(listed.next)
    if (!called) return null
    if (called.failure) return called.failure.words
    const { subscribers, ...rest } = called.value
    setListed({ ...rest, subscribers: [...listed.subscribers, ...subscribers] })
    return null
  }

  return { listed, busy, reload, more }
}
