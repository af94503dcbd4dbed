import type { ReactNode } from 'react'
import { shop } from '#shop'

/** The address of an e-mail to the shop. */
export const mailto = (subject = '') =>
  `mailto:${shop.email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`

/** The shop's e-mail address as a link. `subject`: of the e-mail. */
export function MailLink({ subject, children = shop.email }: { subject?: string; children?: ReactNode }) {
  return (
    <a href={mailto(subject)} className="wrap-any">
      {children}
    </a>
  )
}
