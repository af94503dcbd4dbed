import type { ReactNode } from 'react'

/** The effect of a setting for customers, as a sentence that changes while the owner types. */
export function SettingEffect({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="max-w-[34em] border-mulberry border-l-2 pl-4 leading-snug">
      {children}
    </p>
  )
}
