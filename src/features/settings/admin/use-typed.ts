import { type FormEvent, useRef, useState } from 'react'
import { focusConflict } from '#admin/conflict-notice.tsx'
import { isLike } from '#admin/draft-store.ts'
import { useDraft } from '#admin/use-draft.ts'

/** What is typed, and the setting as it was when the typing began. */
type Typed<Value> = { value: Value; seen: { held: Value; version: string | null } }

/** Why a value was not saved, in words for its field; `isConflict`: someone else saved it first. */
export type SaveProblem = string | { isConflict: true }

/**
 * What is typed over a setting and not saved yet. `save` gives why not, or null. Until something is typed the value is
 * the one that holds, whoever changed it. With the `name` of a setting what is typed is kept as a draft.
 */
export function useTyped<Value>(
  held: Value,
  save: (value: Value) => Promise<SaveProblem | null>,
  {
    name = null,
    version = null,
    onContinue,
  }: { name?: string | null; version?: string | null; onContinue?: (value: Value) => void } = {},
) {
  const [typed, setTyped] = useState<Typed<Value> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<{ base: Value } | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const value = typed ? typed.value : held

  const draft = useDraft<Value>({
    form: name && `setting-${name}`,
    rowId: name ?? '',
    version: version ?? '',
    value,
    initial: held,
    read: (kept) => (isLike(kept, held) ? kept : null),
    onContinue(kept) {
      type(kept)
      onContinue?.(kept)
    },
  })

  function type(next: Value) {
    setTyped((before) => ({ value: next, seen: before?.seen ?? { held, version } }))
    setProblem(null)
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (conflict) return focusConflict(event?.currentTarget)
    if (running.current) return
    const base = typed ? typed.seen.held : held
    // Saving another setting reads them all again, and with them what someone else has saved here.
    const isOvertaken = typed && typed.seen.version !== version && JSON.stringify(held) !== JSON.stringify(value)
    if (isOvertaken) return setConflict({ base })
    running.current = true
    setBusy(true)
    const why = await save(value)
    setProblem(typeof why === 'string' ? why : null)
    setConflict(typeof why === 'object' && why !== null ? { base } : null)
    if (why === null) {
      draft.clear()
      setTyped(null)
    }
    running.current = false
    setBusy(false)
  }

  /** Ends a conflict: what was typed stays for the next save, or gives way to what holds now. */
  function resolve(keep: 'mine' | 'theirs') {
    setConflict(null)
    if (keep === 'mine') return setTyped({ value, seen: { held, version } })
    draft.clear()
    setTyped(null)
  }

  return { value, held, conflict, resolve, problem, busy, isChanged: typed !== null, draft, type, submit, setProblem }
}
