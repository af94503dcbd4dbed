import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, toRequestError } from '#platform/client/functions.ts'
import { type Document, DocumentSchema } from '../document.ts'
import { type EditedDocument, readEdited } from './document-queries.ts'

const pauseMs = 1_200

export type Autosave = {
  /** The draft that the server has, and its revision. */
  saved: Document
  revision: number
  isSaved: boolean
  /** Why the last save failed; null for none. */
  problem: string | null
  /** Someone else's version, until one of both is chosen. */
  conflict: EditedDocument | null
  /** Saves now what is not saved yet; the revision then, or null if it was refused. */
  flush: () => Promise<number | null>
  /** Goes on from what the server has now, after another call changed the document. */
  continueFrom: (revision: number, saved: Document) => void
  /** Ends a conflict: the next save replaces the other version. */
  keepMine: () => void
}

type Base = { revision: number; saved: Document }

/** Saves the draft of a document a moment after each change, one save at a time. */
export function useAutosave(path: string, opened: Base, content: Document): Autosave {
  const client = useQueryClient()
  const [base, setBase] = useState(opened)
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<EditedDocument | null>(null)
  const latest = useRef({ base, content, conflict })
  latest.current.content = content
  const saving = useRef<Promise<number | null>>(Promise.resolve(null))
  const isSaved = isSame(content, base.saved)

  function continueFrom(revision: number, saved: Document) {
    latest.current.base = { revision, saved }
    setBase(latest.current.base)
  }

  function showConflict(other: EditedDocument | null) {
    latest.current.conflict = other
    setConflict(other)
  }

  async function saveOnce(): Promise<number | null> {
    const { base: from, content: sent, conflict: other } = latest.current
    if (other) return null
    if (isSame(sent, from.saved)) return from.revision
    const valid = DocumentSchema.safeParse(sent)
    if (!valid.success) {
      setProblem(valid.error.issues[0]?.message ?? 'Please check the text.')
      return null
    }
    try {
      const { revision } = await call('save-document', { path, revision: from.revision, content: valid.data })
      continueFrom(revision, sent)
      setProblem(null)
      void client.invalidateQueries({ queryKey: ['documents'] })
      return revision
    } catch (error) {
      const { code, message } = toRequestError(error)
      if (code === 'conflict') {
        const other = await readEdited(path).catch(() => null)
        if (other && isSameDocument(contentOf(other), sent)) {
          // The response of an earlier save was lost.
          continueFrom(other.revision, sent)
          return other.revision
        }
        if (other && other.revision !== from.revision) {
          showConflict(other)
          setProblem(null)
          return null
        }
      }
      setProblem(message)
      return null
    }
  }

  function flush(): Promise<number | null> {
    // A save under way may have sent an earlier text.
    saving.current = saving.current.then(saveOnce)
    return saving.current
  }
  const flushNow = useRef(flush)
  flushNow.current = flush

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the pause anew
  useEffect(() => {
    if (isSaved || conflict) return
    const timer = setTimeout(() => void flushNow.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [content, base, conflict, isSaved])

  useEffect(() => {
    if (isSaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const retry = () => void flushNow.current()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('online', retry)
    }
  }, [isSaved])

  return {
    ...base,
    isSaved,
    problem: isSaved ? null : problem,
    conflict,
    flush,
    continueFrom,
    keepMine() {
      const other = latest.current.conflict
      showConflict(null)
      if (other) continueFrom(other.revision, contentOf(other))
    },
  }
}

/** `attempt`: makes another change of the document, from the revision that has all edits. `problem`: why it failed. */
export function useAttempt({ flush }: Autosave, { isBusy, onSettled }: { isBusy: boolean; onSettled?: () => unknown }) {
  const [problem, setProblem] = useState<string | null>(null)
  async function attempt(act: (revision: number) => Promise<void>) {
    if (isBusy) return
    setProblem(null)
    const revision = await flush()
    if (revision === null) return
    try {
      await act(revision)
    } catch (error) {
      setProblem(toRequestError(error).message)
    }
    await onSettled?.()
  }
  return { attempt, problem, setProblem }
}

/** The draft of a document, or what goes live later, or what is shown. */
export function contentOf({ draft, coming, shown }: Pick<EditedDocument, 'draft' | 'coming' | 'shown'>): Document {
  const content = draft ?? coming ?? shown
  if (!content) throw new Error('A document has a draft or a version')
  return content
}

/** Whether two documents have the same content, whatever the order in which the database keeps it. */
export function isSameDocument(one: Document, other: Document): boolean {
  return isSame(DocumentSchema.parse(one), DocumentSchema.parse(other))
}

function isSame(one: Document, other: Document): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
