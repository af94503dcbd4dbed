import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/**
 * An inline script that runs before the page's own, so in a page from the server only. Where the browser draws the part
 * it has no use: a script that React creates never runs, and Trusted Types would refuse its text.
 */
export function EarlyScript({ children }: { children: string }) {
  const isFromServer = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  )
  return isFromServer && <script>{children}</script>
}
