import { useSyncExternalStore } from 'react'
import { type BrowserStore, siteStore } from '#platform/client/browser-store.ts'
import { shop } from '#shop'

/** A value in the browser's storage under one key, shared by all tabs. */
export type StoredValue<T> = {
  get(): T
  /** Reads the current value (another tab may have written), then stores the result of `change`. */
  update(change: (value: T) => T): T
  subscribe(listener: () => void): () => void
  /** Whether the browser stores the value, and not only this page. */
  isStored(): boolean
  /** The value for server rendering and the first render. */
  atFirst: T
}

/**
 * Stores a value as text. `parse` accepts any text or null and never throws; `print` is its inverse. Without storage the
 * value lives as long as the page.
 */
export function storedValue<T>({
  key,
  parse,
  print = JSON.stringify,
  store = siteStore,
}: {
  key: string
  parse: (text: string | null) => T
  print?: (value: T) => string
  store?: BrowserStore
}): StoredValue<T> {
  const listeners = new Set<() => void>()
  const atFirst = parse(null)
  let seen: { text: string | null; value: T } = { text: null, value: atFirst }

  function get(): T {
    const text = store.getItem(key)
    if (text !== seen.text) seen = { text, value: parse(text) }
    return seen.value
  }

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
    isStored: () => store.isKept(key),
    update(change) {
      const value = change(get())
      store.setItem(key, print(value))
      notify()
      return get()
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
  return `${shop.shortName}-draft/${userId}/`
}
