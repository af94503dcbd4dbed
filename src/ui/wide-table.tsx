import type { ReactNode } from 'react'

/**
 * A scroll container for a table that may be wider than the page; the keyboard scrolls it too. `label`: its accessible
 * name.
 */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // `relative`, because visually hidden text inside is positioned absolutely and would otherwise widen the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only the focused element
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto print:overflow-visible">
      {children}
    </section>
  )
}
