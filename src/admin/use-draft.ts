import { useEffect, useRef, useState } from 'react'
import { wasSignedOutSince } from '#features/accounts/client/device-data.ts'
import { serverNow } from '#platform/client/backend-client.ts'
import { useAdministratorId } from './administrator.ts'
import { type DraftPlace, draftKey, listDrafts, removeDraft, type StoredDraft, writeDraft } from './draft-store.ts'

const pauseMs = 400

type Saving = {
  /** The form's name; null stores nothing. */
  form: string | null
  rowId: string
  version: string
  /** The form's values; `initial` are the values without a change. Neither contains a password. */
  value: unknown
  initial: unknown
  /** Identifies this open form; by default each mounted form has its own. */
  slot?: string | undefined
  /** Whether the form was closed on purpose; called when it unmounts. */
  isOver?: () => boolean
}

/**
 * Stores a form's values whenever the user pauses, and when the page is left, so that a reload, a crash or the end of a
 * session loses nothing. The caller calls `clear` after a save and on Cancel. A sign-out stores nothing.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the values or of the row restarts the pause
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
  /** Whether another form has saved the row since. */
  isOutdated: boolean
  value: Value
  draft: StoredDraft
}

/**
 * The drafts of a form that this administrator left unsaved in this browser before the form was opened, the newest
 * first. `rowId` null: of all rows. `read` returns null for a value that the form can no longer show.
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
  /** Removes the draft; call it after a save and on Cancel. */
  clear: () => void
}

/** Stores the values of a form of one row, and offers an earlier unsaved draft of that row. */
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
