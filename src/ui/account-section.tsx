import type { ReactNode, Ref } from 'react'

/** One section of the account page: title and note at the side, content beside them. */
export function AccountSection({
  id,
  title,
  note,
  heading,
  children,
}: {
  id: string
  title: string
  note?: ReactNode
  /** The heading, which gets the focus when an action removes the focused element. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid items-start gap-x-12 gap-y-7 border-line border-t py-[clamp(2.5rem,4.6vw,4.25rem)] lg:grid-cols-12"
    >
      <header className="lg:sticky lg:top-24 lg:col-span-4">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-title leading-tight outline-none">
          {title}
        </h2>
        {note && <div className="mt-3 max-w-[25em] text-ink-soft text-small">{note}</div>}
      </header>
      <div className="min-w-0 lg:col-span-7 lg:col-start-6">{children}</div>
    </section>
  )
}

/** Moves the focus to a section's heading, after the focused element was removed. */
export function focusSection(id: string): void {
  document.getElementById(id)?.focus()
}
