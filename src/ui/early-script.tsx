import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/**
 * An inline script that runs before the page's own, so in a page from the server only. Where the browser draws the part
 * it has no use: a script that React creates never runs, and Trusted Types would refuse its text. So the text is not in
 * the bundles of browsers: it is empty there (`import.meta.env.SSR`), and React leaves the server's as it is.
 */
export function EarlyScript({ children }: { children: string }) {
  const isFromServer = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  )
  return isFromServer && <script suppressHydrationWarning>{children}</script>
}
