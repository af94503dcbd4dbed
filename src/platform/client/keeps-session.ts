import type { BrowserStore } from './browser-store.ts'

/** Whether the browser keeps a text as long as a session. It may refuse that and still keep shorter ones. */
export function keepsSession(store: BrowserStore): boolean {
  const key = 'storage-test'
  store.setItem(key, 'x'.repeat(4_000))
  const isKept = store.isKept(key)
  store.removeItem(key)
  return isKept
}
