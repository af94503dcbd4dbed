import type { ReactNode } from 'react'

/** What a setting does for shoppers, in a sentence that changes with what is typed. */
export function Effect({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="max-w-[34em] border-mulberry border-l-2 pl-4 leading-snug">
      {children}
    </p>
  )
}
