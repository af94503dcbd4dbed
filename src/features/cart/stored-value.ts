import { useSyncExternalStore } from 'react'

/** A value kept in the browser under one key, the same in every tab. */
export type StoredValue<T> = {
  get(): T
  /** Reads what is stored at this moment (another tab may have written), then stores what `change` makes of it. */
  update(change: (value: T) => T): T
  subscribe(listener: () => void): () => void
  /** What a server renders, and the browser's first render with it. */
  atFirst: T
}

/**
 * Keeps a value as text in localStorage. `parse` makes sense of any text, none included, and never throws; `print` is
 * its opposite. Where the browser refuses storage (private windows, full disks) the value lives as long as the page.
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
      // Kept below, since it cannot be read back.
    }
    unsaved = read() === text ? null : text
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  // A cleared storage comes as an event without a key.
  function hear(event: StorageEvent): void {
    if (event.key === key || event.key === null) tell()
  }

  // A page that comes back from the browser's memory has missed what other tabs wrote meanwhile.
  function wake(event: PageTransitionEvent): void {
    if (event.persisted) tell()
  }

  return {
    atFirst,
    get,
    update(change) {
      const value = change(get())
      write(print(value))
      tell()
      return get()
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener('storage', hear)
        window.addEventListener('pageshow', wake)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        window.removeEventListener('storage', hear)
        window.removeEventListener('pageshow', wake)
      }
    },
  }
}

/** A stored value as React state: the first render is the server's, and every tab follows every change. */
export function useStoredValue<T>(value: StoredValue<T>): T {
  return useSyncExternalStore(value.subscribe, value.get, () => value.atFirst)
}

function browserStorage(): Storage | null {
  return typeof window === 'undefined' ? null : window.localStorage
}
