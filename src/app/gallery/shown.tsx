import { type ReactNode, useId } from 'react'
import { Rule } from '#ui/rule.tsx'

/** One kind of component: its name, and below it the component in its states. */
export function Shown({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-[clamp(2.5rem,5vw,4.5rem)]">
      <Rule />
      <h2 id={id} className="mt-6 text-title leading-tight">
        {title}
      </h2>
      <div className="mt-7 grid gap-y-8">{children}</div>
    </section>
  )
}

/** The same component in several states, side by side where it fits. */
export function States({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
}
