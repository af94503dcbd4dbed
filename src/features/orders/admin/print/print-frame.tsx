import type { MouseEvent, ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import './print-frame.css'

/** The toolbar above the sheets, on the screen only: a back link, a note and the print button. */
export function PrintFrame({ note, children }: { note: string; children: ReactNode }) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const view = query.get('view')

  /** Goes back in the history where there is an earlier entry, so that the list keeps its search and page. */
  function goBack(event: MouseEvent) {
    const isOther = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (isOther || !(window.history.state?.idx > 0)) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <>
      <div className="not-printed flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-5">
        <p className="flex flex-wrap items-baseline gap-x-8">
          <Link
            to={view ? `/admin?tab=orders&view=${view}` : '/admin?tab=orders'}
            onClick={goBack}
            className="inline-flex min-h-11 items-center text-ink-soft hover:text-mulberry"
          >
            <span className="link">Back to orders</span>
          </Link>
          <span role="status">{note}</span>
        </p>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      {children}
    </>
  )
}
