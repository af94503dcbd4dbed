import type { ReactNode } from 'react'

/** A collapsible part of the page for rarely needed content, which is rendered when it opens. */
export function CollapsibleSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <details className="group border-line border-t">
      <summary className="flex min-h-14 items-center gap-x-3 hover:text-mulberry">
        <span
          aria-hidden="true"
          className="inline-block text-mulberry transition-transform duration-200 group-open:rotate-90"
        >
          ›
        </span>
        <h2 id={id} className="text-name leading-tight">
          {title}
        </h2>
      </summary>
      <div className="max-w-[60rem] pb-8">{children}</div>
    </details>
  )
}
