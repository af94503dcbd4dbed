import { draftPrefix } from '#features/accounts/client/device-data.ts'

/** The form and the row that a draft belongs to. `version`: that of the row when the draft began. */
export type DraftPlace = { userId: string; form: string; rowId: string; version: string }

/** A draft as this browser stores it. */
export type StoredDraft = Omit<DraftPlace, 'userId'> & {
  key: string
  /** The open form that wrote it, so that two tabs do not overwrite each other. */
  slot: string
  savedAt: Date
  value: unknown
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const dayMs = 86_400_000
const maxAgeMs = 14 * dayMs
const maxLength = 100_000
const maxDrafts = 30

/** The storage key of a draft: brand, user, form, row, version and slot. */
export function draftKey({ userId, form, rowId, version }: DraftPlace, slot: string): string {
  return draftPrefix(userId) + [form, rowId, version, slot].map(encodeURIComponent).join('/')
}

/**
 * Stores a form's values. A user has a bounded number of drafts, of bounded size; the oldest are dropped first. Never
 * throws: a browser without storage must not disturb the form.
 */
export function writeDraft(
  place: DraftPlace,
  slot: string,
  value: unknown,
  { now, store = localStorage }: { now: Date; store?: Store },
): void {
  const text = JSON.stringify({ savedAt: now.toISOString(), value })
  const key = draftKey(place, slot)
  try {
    if (text.length > maxLength) {
      removeDraft(key, store)
      return
    }
    store.setItem(key, text)
    for (const old of listDrafts(place.userId, { now, store }).slice(maxDrafts)) removeDraft(old.key, store)
  } catch {
    // Full, or switched off by the browser's settings.
  }
}

/** A user's drafts in this browser, the newest first. Removes drafts that are too old or cannot be read. */
export function listDrafts(userId: string, { now, store = localStorage }: { now: Date; store?: Store }): StoredDraft[] {
  const prefix = draftPrefix(userId)
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  const found = keys
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      const draft = readDraft(key, prefix, store)
      if (draft && now.getTime() - draft.savedAt.getTime() <= maxAgeMs) return [draft]
      removeDraft(key, store)
      return []
    })
  return found.sort((one, other) => other.savedAt.getTime() - one.savedAt.getTime())
}

export function removeDraft(key: string, store: Store = localStorage): void {
  store.removeItem(key)
}

function readDraft(key: string, prefix: string, store: Store): StoredDraft | null {
  try {
    const [form = '', rowId = '', version = '', slot = ''] = key.slice(prefix.length).split('/').map(decodeURIComponent)
    const kept: unknown = JSON.parse(store.getItem(key) ?? 'null')
    if (!kept || typeof kept !== 'object' || !('savedAt' in kept) || !('value' in kept)) return null
    const savedAt = new Date(String(kept.savedAt))
    return Number.isNaN(savedAt.getTime()) ? null : { key, form, rowId, version, slot, savedAt, value: kept.value }
  } catch {
    return null
  }
}

/**
 * Whether a stored value has the same structure as `example`: a later release may have changed the form's fields. Every
 * item of a list is compared with the example's first item.
 */
export function isLike<Value>(value: unknown, example: Value): value is Value {
  if (Array.isArray(example)) {
    return Array.isArray(value) && (example.length === 0 || value.every((item) => isLike(item, example[0])))
  }
  if (typeof example !== 'object' || example === null) return typeof value === typeof example
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(example).every(([name, part]) => isLike((value as Record<string, unknown>)[name], part))
}
