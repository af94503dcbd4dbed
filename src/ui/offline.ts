import { useSyncExternalStore } from 'react'

function onChange(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * Whether the browser knows that it has no connection. Without that knowledge a request may still fail. On the server:
 * no.
 */
export function useOffline(): boolean {
  return useSyncExternalStore(
    onChange,
    () => !navigator.onLine,
    () => false,
  )
}

/** What is said of a press that needs a connection, where there is none. */
export const offlineNotice = {
  title: 'You’re offline',
  description: 'We can’t open that until you’re connected again. Your cart is kept.',
}
