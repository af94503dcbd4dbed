import type { Document } from '../document.ts'

/** A document that is being edited, with what undo and redo return to. */
export type History = {
  present: Document
  past: readonly Document[]
  future: readonly Document[]
  /** What the last change was about, and when: typing in one place is one step of undo. */
  last: { about: string; atMs: number } | null
}

export type HistoryAction =
  | { type: 'change'; change: (document: Document) => Document; about: string; atMs: number }
  | { type: 'undo' | 'redo' }
  /** Another version of the document, such as a restored one. */
  | { type: 'replace'; document: Document }

const oneStepMs = 2_000
const mostSteps = 200

export function startHistory(document: Document): History {
  return { present: document, past: [], future: [], last: null }
}

export function reduceHistory(history: History, action: HistoryAction): History {
  const { present, past, future, last } = history
  switch (action.type) {
    case 'change': {
      const { about, atMs, change } = action
      const next = change(present)
      if (next === present) return history
      const isSameStep = last?.about === about && atMs - last.atMs < oneStepMs
      return {
        present: next,
        past: isSameStep ? past : [...past, present].slice(-mostSteps),
        future: [],
        last: { about, atMs },
      }
    }
    case 'undo': {
      const previous = past.at(-1)
      if (!previous) return history
      return {
        present: previous,
        past: past.slice(0, -1),
        future: [present, ...future],
        last: null,
      }
    }
    case 'redo': {
      const [next, ...rest] = future
      if (!next) return history
      return { present: next, past: [...past, present], future: rest, last: null }
    }
    default:
      return {
        present: action.document,
        past: [...past, present].slice(-mostSteps),
        future: [],
        last: null,
      }
  }
}
