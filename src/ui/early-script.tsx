import { createContext, type ReactNode, use } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** What the server's renderer gives a page, and what it learns from it. Browsers have none. */
export type PageParts = {
  /** The look of the shop: all that a head has of it, or its style sheet alone. */
  look: { head: ReactNode; style: ReactNode }
  /** The HTML at the end of the body: the page's data and its scripts. */
  end: string
  /** Whether the page has that end; the page of a fault has not. */
  isEnded: boolean
  /** The inline scripts of the page. */
  early: Set<string>
}
export const PagePartsContext = /* @__PURE__ */ createContext<PageParts | null>(null)

/**
 * An inline script that runs before the page's own, so in a page from the server only. Where the browser draws the part
 * it has no use: a script that React creates never runs, and Trusted Types would refuse its text. So the text is not in
 * the bundles of browsers: it is empty there (`import.meta.env.SSR`), and React leaves the server's as it is.
 */
export function EarlyScript({ children }: { children: string }) {
  const isHydrated = useHydrated()
  if (import.meta.env.SSR) use(PagePartsContext)?.early.add(children)
  return !isHydrated && <script suppressHydrationWarning>{children}</script>
}

/** The look, in pages from the server only: React passes over what it does not know in a head. */
export function PageLook({ part }: { part: keyof PageParts['look'] }) {
  return use(PagePartsContext)?.look[part]
}

/**
 * The end of the body: the page's data and its scripts, which the server gives as one text. For pages from the server
 * only: React passes over what it does not know at the end of a body.
 */
export function PageEnd() {
  const parts = use(PagePartsContext)
  if (!parts) return null
  parts.isEnded = true
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `pageEnd` of hold-scripts.ts escapes the data.
  return <div hidden dangerouslySetInnerHTML={{ __html: parts.end }} />
}
