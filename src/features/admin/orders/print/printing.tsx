import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import './printing.css'

/** What stands above the sheets on the screen and not on paper: back, a word on them, and the button that prints. */
export function Printing({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      <div className="not-printed flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-5">
        <p className="flex flex-wrap items-baseline gap-x-8">
          <Link to="/admin?tab=orders" className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry">
            <span className="link">All orders</span>
          </Link>
          <span role="status">{note}</span>
        </p>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      {children}
    </>
  )
}
