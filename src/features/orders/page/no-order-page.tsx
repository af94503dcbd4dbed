import type { ReactNode } from 'react'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { linkDays } from '../links/order-period.ts'
import type { FoundOrder } from './order-page.ts'

type Missing = Exclude<FoundOrder, object>

/** In place of the page of an order, for a link that opens none. `children`: a way to a new link. */
export function NoOrderPage({ found, children }: { found: Missing; children?: ReactNode }) {
  const { title, lead } = messages[found]
  return (
    <div className="page min-h-[60svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <h1 className="max-w-[12em] text-masthead leading-[0.98] tracking-[-0.018em]">{title}</h1>
      <p className="mt-6 max-w-[32em] text-lead leading-[1.4]">{lead}</p>
      <Rule className="mt-[clamp(2rem,4vw,3.25rem)] text-mulberry/60" />
      <div className="mt-[clamp(1.75rem,3.4vw,2.75rem)]">
        {children}
        <p className="mt-6">
          Or{' '}
          <Link to="/contact?topic=order" className="link">
            write to us
          </Link>
          , and we’ll help.
        </p>
      </div>
    </div>
  )
}

const messages: Record<Missing, { title: ReactNode; lead: string }> = {
  unknown: {
    title: (
      <>
        This link <em>doesn’t work</em>
      </>
    ),
    lead: 'Some e-mail programs cut a long link in two. Please open it from our e-mail again, or get a new one.',
  },
  ended: {
    title: (
      <>
        This page <em>has closed</em>
      </>
    ),
    lead: `To keep your details private, an order’s page closes ${linkDays} days after the order arrives. You keep all your rights: if anything is wrong, write to us.`,
  },
  unavailable: {
    title: (
      <>
        One moment, <em>please</em>
      </>
    ),
    lead: 'We can’t find your order just now. Nothing is lost and nothing has changed. Please reload this page in a minute.',
  },
}
