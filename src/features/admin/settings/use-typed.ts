import { type FormEvent, useRef, useState } from 'react'

/**
 * What is typed over a setting and not saved yet. `save` gives why not, or null. Until something is typed the value is
 * the one that holds, whoever changed it.
 */
export function useTyped<Value>(held: Value, save: (value: Value) => Promise<string | null>) {
  const [typed, setTyped] = useState<{ value: Value } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const value = typed ? typed.value : held

  function type(next: Value) {
    setTyped({ value: next })
    setProblem(null)
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    const why = await save(value)
    setProblem(why)
    if (why === null) setTyped(null)
    running.current = false
    setBusy(false)
  }

  return { value, problem, busy, isChanged: typed !== null, type, submit, setProblem }
}
