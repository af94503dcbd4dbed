import { useEffect, useRef, useState } from 'react'
import { draftPrefix, wasSignedOutSince } from '#features/accounts/client/device-data.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { type BrowserStore, siteStore } from '#platform/client/browser-store.ts'
import { useAdministratorId } from './administrator.ts'

const pauseMs = 400

/** The form and the row of a draft. `version`: the row's when the form was opened. */
export type DraftPlace = { userId: string; form: string; rowId: string; version: string }

/** A draft as this browser stores it. */
export type StoredDraft = Omit<DraftPlace, 'userId'> & {
  key: string
  /** The opening of the form that wrote it, so that two tabs do not overwrite each other. */
  slot: string
  savedAt: Date
  value: unknown
}

type Saving = {
  /** Null: nothing is stored. */
  form: string | null
  rowId: string
  version: string
  /** The form's values; `initial`: its values without a change. Neither contains a password. */
  value: unknown
  initial: unknown
  /** The name of this opening of the form; by default each mounted form gets its own. */
  slot?: string | undefined
  /** Whether the user closed the form; called when it unmounts. */
  isOver?: () => boolean
}

/**
 * Stores the unsaved input of a form after each pause and when the user leaves the page, so that a reload, a crash or
 * the end of a session loses nothing. Call `clear` after a save and on Cancel. After a sign-out nothing is stored.
 */
export function useDraftSaving({ form, rowId, version, value, initial, slot, isOver }: Saving): {
  slot: string
  clear: () => void
} {
  const userId = useAdministratorId()
  const [ownSlot] = useState(() => Math.random().toString(36).slice(2, 10))
  const usedSlot = slot ?? ownSlot
  const text = JSON.stringify(value)
  const isChanged = text !== JSON.stringify(initial)
  const place = form === null ? null : { userId, form, rowId, version }
  const latest = useRef({ place, slot: usedSlot, text, isChanged, isOver })
  const stored = useRef<string | null>(null)
  const cleared = useRef<string | null>(null)
  const [sinceMs] = useState(() => Date.now())
  useEffect(() => {
    latest.current = { place, slot: usedSlot, text, isChanged, isOver }
  })

  const [{ save, clear }] = useState(() => {
    function remove() {
      if (stored.current) removeDraft(stored.current)
      stored.current = null
    }
    function save() {
      const { place, slot, text, isChanged } = latest.current
      if (!place || text === cleared.current || wasSignedOutSince(sinceMs)) return
      const key = draftKey(place, slot)
      if (stored.current !== key) remove()
      if (!isChanged) return remove()
      writeDraft(place, slot, JSON.parse(text), { now: serverNow() })
      stored.current = key
    }
    function clear() {
      const { place, slot, text } = latest.current
      cleared.current = text
      remove()
      // A continued draft is stored before its first pause, under the version that the row had before the save.
      for (const draft of place ? listDrafts(place.userId, { now: serverNow() }) : [])
        if (draft.slot === slot && draft.form === place?.form) removeDraft(draft.key)
    }
    return { save, clear }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text or its row restarts the pause
  useEffect(() => {
    if (text !== cleared.current) cleared.current = null
    const timer = setTimeout(save, pauseMs)
    return () => clearTimeout(timer)
  }, [save, text, isChanged, form, rowId, version])

  useEffect(() => {
    window.addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      window.removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', save)
      if (latest.current.isOver?.()) clear()
      else save()
    }
  }, [save, clear])

  return { slot: usedSlot, clear }
}

/**
 * The drafts of a form that this administrator left in this browser before the form was opened, the newest first.
 * `rowId` null: of all rows. `read` returns null for a value that the form can no longer show.
 */
export function useDraftOffers<Value>({
  form,
  rowId,
  read,
}: {
  form: string | null
  rowId: string | null
  read: (kept: unknown) => Value | null
}): { offers: { draft: StoredDraft; value: Value }[]; forget: (draft: StoredDraft) => void } {
  const userId = useAdministratorId()
  const [drafts, setDrafts] = useState(() => listDrafts(userId, { now: serverNow() }))
  const offers = drafts
    .filter((draft) => draft.form === form && (rowId === null || draft.rowId === rowId))
    .flatMap((draft) => {
      const value = read(draft.value)
      return value === null ? [] : [{ draft, value }]
    })

  function forget({ key }: StoredDraft) {
    removeDraft(key)
    setDrafts((known) => known.filter((draft) => draft.key !== key))
  }

  return { offers, forget }
}

export type Draft = {
  /** `isOutdated`: another form has saved the row since. */
  offer: { savedAt: Date; isOutdated: boolean } | null
  continueWith: () => void
  discard: () => void
  /** Call it after a save and on Cancel. */
  clear: () => void
}

/** Stores the unsaved input of a form of one row, and offers the draft of an earlier opening. */
export function useDraft<Value>({
  read,
  onContinue,
  ...saving
}: Omit<Saving, 'value' | 'initial' | 'slot'> & {
  value: Value
  initial: Value
  read: (kept: unknown) => Value | null
  onContinue: (value: Value) => void
}): Draft {
  const { slot, clear } = useDraftSaving(saving)
  const userId = useAdministratorId()
  const { form, rowId, version } = saving
  const { offers, forget } = useDraftOffers({ form, rowId, read })
  const offer = offers.find(({ draft }) => draft.slot !== slot) ?? null
  return {
    offer: offer && { savedAt: offer.draft.savedAt, isOutdated: offer.draft.version !== version },
    continueWith() {
      if (!offer || form === null) return
      const place: DraftPlace = { userId, form, rowId, version }
      writeDraft(place, slot, offer.value, { now: serverNow() })
      forget(offer.draft)
      onContinue(offer.value)
    },
    discard: () => offer && forget(offer.draft),
    clear,
  }
}

const dayMs = 86_400_000
const maxAgeMs = 14 * dayMs
const maxLength = 100_000
const maxDrafts = 30

/** The storage key of a draft: brand, user, form, row, version and slot. */
export function draftKey({ userId, form, rowId, version }: DraftPlace, slot: string): string {
  return draftPrefix(userId) + [form, rowId, version, slot].map(encodeURIComponent).join('/')
}

/**
 * Stores a draft. A user has a bounded number of drafts of bounded size; the oldest are removed first.
 */
export function writeDraft(
  place: DraftPlace,
  slot: string,
  value: unknown,
  { now, store = siteStore }: { now: Date; store?: BrowserStore },
): void {
  const text = JSON.stringify({ savedAt: now.toISOString(), value })
  const key = draftKey(place, slot)
  if (text.length > maxLength) {
    removeDraft(key, store)
    return
  }
  store.setItem(key, text)
  for (const old of listDrafts(place.userId, { now, store }).slice(maxDrafts)) removeDraft(old.key, store)
}

/** A user's drafts in this browser, the newest first. Removes those that are too old or unreadable. */
export function listDrafts(
  userId: string,
  { now, store = siteStore }: { now: Date; store?: BrowserStore },
): StoredDraft[] {
  const prefix = draftPrefix(userId)
  const found = store
    .keys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = readDraft(key, prefix, store)
      if (draft && now.getTime() - draft.savedAt.getTime() <= maxAgeMs) return [draft]
      removeDraft(key, store)
      return []
    })
  return found.sort((one, other) => other.savedAt.getTime() - one.savedAt.getTime())
}

export function removeDraft(key: string, store: BrowserStore = siteStore): void {
  store.removeItem(key)
}

function readDraft(key: string, prefix: string, store: BrowserStore): StoredDraft | null {
  try {
    const [form = '', rowId = '', version = '', slot = ''] = key.slice(prefix.length).split('/').map(decodeURIComponent)
    const stored: unknown = JSON.parse(store.getItem(key) ?? 'null')
    if (!stored || typeof stored !== 'object' || !('savedAt' in stored) || !('value' in stored)) return null
    const savedAt = new Date(String(stored.savedAt))
    return Number.isNaN(savedAt.getTime()) ? null : { key, form, rowId, version, slot, savedAt, value: stored.value }
  } catch {
    return null
  }
}

/**
 * Whether a stored value has the shape of `example`: a later release may have changed the form. All items of a list
 * must have the shape of the example's first item.
 */
export function isLike<Value>(value: unknown, example: Value): value is Value {
  if (Array.isArray(example)) {
    return Array.isArray(value) && (example.length === 0 || value.every((item) => isLike(item, example[0])))
  }
  if (typeof example !== 'object' || example === null) return typeof value === typeof example
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(example).every(([name, part]) => isLike((value as Record<string, unknown>)[name], part))
}
