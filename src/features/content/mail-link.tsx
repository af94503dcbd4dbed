import type { ReactNode } from 'react'
import { shop } from '#shop'

/** The shop's e-mail address as a link. `subject`: of the e-mail. */
export function MailLink({ subject, children = shop.email }: { subject?: string; children?: ReactNode }) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a href={`mailto:${shop.email}${query}`} className="wrap-any">
      {children}
    </a>
  )
}
