import { useSyncExternalStore } from 'react'
import { keepsSession, siteStore } from '#platform/client/browser-store.ts'

const subscribe = () => () => undefined
let isKept: boolean | undefined

/** Says what is lost when the page closes, where the browser stores nothing. `what`: the subject, such as “this cart”. */
export function StorageNote({ what, className }: { what: string; className: string }) {
  const keeps = useSyncExternalStore(
    subscribe,
    () => (isKept ??= keepsSession(siteStore)),
    () => true,
  )
  if (keeps) return null
  return (
    <p className={`border-mulberry border-l-2 pl-4 ${className}`}>
      Your browser isn’t storing anything for us, so {what} lasts until you close or reload this page.
    </p>
  )
}
