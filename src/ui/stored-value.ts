import { useSyncExternalStore } from 'react'

/** A value in localStorage under one key, shared by all tabs. */
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
 * Stores a value as text in localStorage. `parse` accepts any text or null and never throws; `print` is its inverse.
 * Without storage (private windows, full disks) the value lives as long as the page.
 */
export function storedValue<T>({
  key,
  parse,
  print = JSON.stringify,
  storage = browserStorage,
}: {
  key: string
  parse: (text: string | null) => T
  print?: (value: T) => string
  storage?: () => Pick<Storage, 'getItem' | 'setItem'> | null
}): StoredValue<T> {
  const listeners = new Set<() => void>()
  const atFirst = parse(null)
  let unsaved: string | null = null
  let seen: { text: string | null; value: T } = { text: null, value: atFirst }

  function get(): T {
    const text = unsaved ?? read()
    if (text !== seen.text) seen = { text, value: parse(text) }
    return seen.value
  }

  function read(): string | null {
    try {
      return storage()?.getItem(key) ?? null
    } catch {
      return null
    }
  }

  function write(text: string): void {
    try {
      storage()?.setItem(key, text)
    } catch {
      // `unsaved` below keeps the value.
    }
    unsaved = read() === text ? null : text
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  // localStorage.clear() fires an event without a key.
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
    isStored: () => unsaved === null,
    update(change) {
      const value = change(get())
      write(print(value))
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

function browserStorage(): Storage | null {
  return typeof window === 'undefined' ? null : window.localStorage
}
