import { useEffect, useRef, useState } from 'react'
import { draftPrefix } from '#base/stored-value.ts'
import { tabStore } from '#platform/client/browser-store.ts'
import { useStaff } from './staff.ts'

/** The form of a draft, and the row that it edits. */
export type DraftPlace = { userId: string; form: string; rowId: string }

/** A draft as this tab stores it. `version`: the row's when the form was opened. */
export type StoredDraft = { savedAt: Date; version: string; value: unknown }

function keyOf({ userId, form, rowId }: DraftPlace): string {
  return draftPrefix(userId) + [form, rowId].map(encodeURIComponent).join('/')
}

/** Stores a draft in this tab, in place of an earlier one. */
export function writeDraft(place: DraftPlace, version: string, value: unknown): void {
  tabStore.setItem(keyOf(place), JSON.stringify({ savedAt: new Date(), version, value }))
}

export function removeDraft(place: DraftPlace): void {
  tabStore.removeItem(keyOf(place))
}

/** The draft that this tab has; null for none or text that is not a draft. */
export function readDraft(place: DraftPlace): StoredDraft | null {
  try {
    const stored = JSON.parse(tabStore.getItem(keyOf(place)) ?? 'null')
    const savedAt = new Date(stored.savedAt)
    return Number.isNaN(savedAt.getTime()) ? null : { savedAt, version: String(stored.version), value: stored.value }
  } catch {
    return null
  }
}

export type Draft = {
  /** `isOutdated`: another form has saved the row since. */
  offer: { savedAt: Date; isOutdated: boolean } | null
  continueWith: () => void
  discard: () => void
  /** Call it after a save and on Cancel. */
  clear: () => void
}

type DraftOptions<Value> = {
  /** Null: nothing is stored. */
  form: string | null
  rowId: string
  version: string
  /** The form's values; `initial`: its values without a change. Neither contains a password. */
  value: Value
  initial: Value
  onContinue: (value: Value) => void
}

/**
 * Stores the unsaved input of a form in this tab, so that leaving the page, a reload or the end of the session loses
 * nothing, and offers the draft of an earlier opening. A sign-out removes it (`device-data.ts`).
 */
export function useDraft<Value>(options: DraftOptions<Value>): Draft {
  const { form, rowId, version, value, initial, onContinue } = options
  const { id: userId } = useStaff()
  const place = form === null ? null : { userId, form, rowId }
  const [earlier, setEarlier] = useState(() => place && readDraft(place))
  // A later release may have changed the form.
  const stored = earlier && isLike(earlier.value, initial) ? earlier.value : null
  const text = JSON.stringify(value)
  const isChanged = text !== JSON.stringify(initial)
  const latest = useRef({ text, isStored: false, cleared: '' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value, and the place never changes
  useEffect(() => {
    const state = latest.current
    state.text = text
    if (state.cleared !== text) state.cleared = ''
    if (!place) return
    if (isChanged && !state.cleared) {
      state.isStored = true
      writeDraft(place, version, value)
    } else if (state.isStored) {
      state.isStored = false
      removeDraft(place)
    }
  }, [text, isChanged, version])

  return {
    offer: earlier && stored !== null ? { savedAt: earlier.savedAt, isOutdated: earlier.version !== version } : null,
    continueWith() {
      setEarlier(null)
      if (stored !== null) onContinue(stored)
    },
    discard() {
      setEarlier(null)
      if (place && !latest.current.isStored) removeDraft(place)
    },
    clear() {
      setEarlier(null)
      latest.current.cleared = latest.current.text
      latest.current.isStored = false
      if (place) removeDraft(place)
    },
  }
}

/**
 * Whether a stored value has the shape of `example`. All items of a list must have the shape of the example's first item.
 */
export function isLike<Value>(value: unknown, example: Value): value is Value {
  if (Array.isArray(example)) {
    return Array.isArray(value) && (example.length === 0 || value.every((item) => isLike(item, example[0])))
  }
  if (typeof example !== 'object' || example === null) return typeof value === typeof example
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(example).every(([name, part]) => isLike((value as Record<string, unknown>)[name], part))
}
