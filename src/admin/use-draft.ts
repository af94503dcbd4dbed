import { useEffect, useRef, useState } from 'react'
import { wasSignedOutSince } from '#features/accounts/client/device-data.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { useAdministratorId } from './administrator.ts'
import { type DraftPlace, draftKey, listDrafts, removeDraft, type StoredDraft, writeDraft } from './draft-store.ts'

const pauseMs = 400

type Saving = {
  /** Null: nothing is stored. */
  form: string | null
  rowId: string
  version: string
  /** What the form holds; `initial` is what it holds without a change. Neither ever has a password in it. */
  value: unknown
  initial: unknown
  /** Names this opening of the form; by default every mounted form has one of its own. */
  slot?: string | undefined
  /** Whether the form was closed on purpose, asked when it goes. */
  isOver?: () => boolean
}

/**
 * Stores what is typed in a form whenever the user pauses, and when the page is left, so that a reload, a crash or the
 * end of a session loses nothing. `clear` is to be called after a save and on Cancel. A sign-out stores nothing.
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
      // A draft that was continued is stored before its first pause.
      if (place) removeDraft(draftKey(place, slot))
    }
    return { save, clear }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text or of its row begins a new pause
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

/** An earlier draft, offered to the user who wrote it. */
export type DraftOffer<Value> = {
  savedAt: Date
  /** The row was saved since by another form. */
  isOutdated: boolean
  value: Value
  draft: StoredDraft
}

/**
 * The drafts of a form that this administrator left unsaved in this browser before the form was opened, the newest first.
 * `rowId` null: of all rows. `read` gives null for what the form cannot show any more.
 */
export function useDraftOffers<Value>({
  form,
  rowId,
  read,
}: {
  form: string | null
  rowId: string | null
  read: (kept: unknown) => Value | null
}): { offers: Omit<DraftOffer<Value>, 'isOutdated'>[]; forget: (draft: StoredDraft) => void } {
  const userId = useAdministratorId()
  const [drafts, setDrafts] = useState(() => listDrafts(userId, { now: serverNow() }))
  const offers = drafts
    .filter((draft) => draft.form === form && (rowId === null || draft.rowId === rowId))
    .flatMap((draft) => {
      const value = read(draft.value)
      return value === null ? [] : [{ draft, value, savedAt: draft.savedAt }]
    })

  function forget({ key }: StoredDraft) {
    removeDraft(key)
    setDrafts((known) => known.filter((draft) => draft.key !== key))
  }

  return { offers, forget }
}

export type Draft = {
  offer: { savedAt: Date; isOutdated: boolean } | null
  continueWith: () => void
  discard: () => void
  /** To be called after a save and on Cancel. */
  clear: () => void
}

/** Stores what is typed in a form of one row, and offers what was left unsaved there before. */
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
    offer: offer && { savedAt: offer.savedAt, isOutdated: offer.draft.version !== version },
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
