import type { ReactNode } from 'react'

/** A scroll container for a table that may be wider than the page; the keyboard scrolls it too. `label`: its name. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Its own measure of place, or words for the ear alone, which stand nowhere, would make the page wider.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus is scrolled by the arrow keys in every browser.
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto print:overflow-visible">
      {children}
    </section>
  )
}
