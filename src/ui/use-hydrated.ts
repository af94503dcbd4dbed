import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** Whether a part is drawn by the browser: false on the server, and while React takes over the server's HTML. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
