import { type FormEvent, useRef, useState } from 'react'

/**
 * Submits one form: `work` gets the form's values as text by field name; a second press while it runs does nothing. An
 * error that `work` throws is thrown again, after the form may be sent again.
 */
export function useSubmit(work: (typed: Record<string, string>, form: HTMLFormElement) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    const form = event.currentTarget
    const typed = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    running.current = true
    setBusy(true)
    try {
      await work(typed, form)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { busy, onSubmit }
}
