import { useSyncExternalStore } from 'react'
import { type BrowserStore, siteStore } from '#platform/client/browser-store.ts'

/** Every key in the browser's storage begins with it: tkw-cart. It is no fact of a shop, so a new name loses no cart. */
export const storagePrefix = 'tkw'

/** A value in the browser's storage under one key, shared by all tabs. */
export type StoredValue<T> = ReturnType<typeof storedText<T>> & {
  subscribe(listener: () => void): () => void
  /** The value for server rendering and the first render. */
  atFirst: T
}

/** How a value is stored: `parse` accepts any text or null and never throws; `print` is its inverse. */
export type StoredAs<T> = {
  key: string
  parse: (text: string | null) => T
  print?: (value: T) => string
  store?: BrowserStore
}

/** Reads and writes a value without notifying others: for the first-touch script. */
export function storedText<T>({ key, parse, print = JSON.stringify, store = siteStore }: StoredAs<T>) {
  const get = () => parse(store.getItem(key))
  return {
    get,
    /** Reads the current value (another tab may have written), then stores the result of `change`. */
    update(change: (value: T) => T): T {
      store.setItem(key, print(change(get())))
      return get()
    },
    /** Whether the browser stores the value, and not only this page. */
    isStored: () => store.isKept(key),
  }
}

/** A stored list, unchecked: for the first-touch script. Its own parser checks it once React is there. */
export function readList<Entry>(text: string | null): Entry[] {
  try {
    const list: unknown = JSON.parse(text ?? '')
    return Array.isArray(list) ? list.filter(Object) : []
  } catch {
    return []
  }
}

/** Stores a value as text. Without storage the value lives as long as the page. */
/* @__NO_SIDE_EFFECTS__ */
export function storedValue<T>({ key, parse, print, store = siteStore }: StoredAs<T>): StoredValue<T> {
  const listeners = new Set<() => void>()
  const atFirst = parse(null)
  let seen: { text: string | null; value: T } = { text: null, value: atFirst }

  /** The same text is the same value, so that React sees no change. */
  function parseOnce(text: string | null): T {
    if (text !== seen.text) seen = { text, value: parse(text) }
    return seen.value
  }

  const { get, update, isStored } = storedText({ key, parse: parseOnce, store, ...(print && { print }) })

  function notify(): void {
    for (const listener of listeners) listener()
  }

  // Clearing the storage fires an event without a key.
  function onStorage(event: StorageEvent): void {
    if (event.key === key || event.key === null) notify()
  }

  // A page restored from the back/forward cache has missed other tabs' events.
  function onPageShow(event: PageTransitionEvent): void {
    if (event.persisted) notify()
  }

  return {
    atFirst,
    get,
    isStored,
    update(change) {
      const value = update(change)
      notify()
      return value
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener('storage', onStorage)
        window.addEventListener('pageshow', onPageShow)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        window.removeEventListener('storage', onStorage)
        window.removeEventListener('pageshow', onPageShow)
      }
    },
  }
}

/** A stored value as React state; the first render uses `atFirst`. */
export function useStoredValue<T>(value: StoredValue<T>): T {
  return useSyncExternalStore(value.subscribe, value.get, () => value.atFirst)
}

/** The prefix of the storage keys of a user's unsaved forms in the back office. */
export function draftPrefix(userId: string): string {
  return `${storagePrefix}-draft/${userId}/`
}

/** The storage key of the presses on the board that the server does not have yet. */
export const boardPressesKey = `${storagePrefix}-board-presses`
