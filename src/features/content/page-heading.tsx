import type { ReactNode } from 'react'

/** The head of a text page: its title, and a sentence or two about the content. */
export function PageHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="grid items-end gap-x-12 gap-y-5 lg:grid-cols-12">
      <h1 className="wrap-any text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-7 print:text-title">
        {title}
      </h1>
      <p className="wrap-any max-w-[28em] text-ink-soft text-lead leading-[1.4] lg:col-span-5 lg:pb-2">{children}</p>
    </header>
  )
}
