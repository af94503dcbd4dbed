import type { ReactNode } from 'react'
import { formatShortWeekday } from '#base/calendar-day.ts'
import { TextButton } from '#ui/text-button.tsx'
import { workingDays } from '../production-time.ts'
import type { PreviewState } from './settings-queries.ts'

/** The orders that the chosen days off would affect, shown before they are added. */
export function DaysOffPreviewNote({ state, onRetry }: { state: PreviewState; onRetry: () => void }) {
  return (
    <div aria-live="polite" className="sm:col-span-2">
      {state === 'loading' && <p className="text-ink-soft">Checking your orders…</p>}
      {state && typeof state === 'object' && 'problem' in state && (
        <p>
          Your orders couldn’t be checked. {state.problem} <TextButton onClick={onRetry}>Check again</TextButton>
        </p>
      )}
      {state && typeof state === 'object' && 'preview' in state && <Touched {...state.preview} />}
    </div>
  )
}

type TouchedProps = Extract<PreviewState, { preview: unknown }>['preview']

function Touched({ due, tight }: TouchedProps) {
  if (due.count + tight.count === 0) {
    return <p className="text-ink-soft">No promised dates are affected.</p>
  }
  return (
    <div className="grid max-w-[38em] gap-y-5 border-mulberry border-l-2 pl-5">
      {due.count > 0 && (
        <Orders title={`${orders(due.count, 'is', 'are')} promised for these days`} count={due.count}>
          {due.orders.map(({ order_number, dispatch_by }) => (
            <Entry key={order_number} number={order_number}>
              promised by {formatShortWeekday(dispatch_by)}
            </Entry>
          ))}
        </Orders>
      )}
      {tight.count > 0 && (
        <Orders title={`${orders(tight.count, 'has', 'have')} fewer days to be made`} count={tight.count}>
          {tight.orders.map(({ order_number, dispatch_by, days_left, days_before }) => (
            <Entry key={order_number} number={order_number}>
              promised by {formatShortWeekday(dispatch_by)}: {workingDays(days_left)} instead of {days_before}
            </Entry>
          ))}
        </Orders>
      )}
      <p className="text-ink-soft text-small">
        Adding days off does not change these dates. If you can’t keep one, open the order and change its dispatch date
        there; the customer gets an e-mail.
      </p>
    </div>
  )
}

function Orders({ title, count, children }: { title: string; count: number; children: ReactNode[] }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1">{children}</ul>
      {count > children.length && <p className="text-ink-soft text-small">and {count - children.length} more</p>}
    </div>
  )
}

function Entry({ number, children }: { number: string; children: ReactNode }) {
  return (
    <li>
      {/* A new tab, so that the chosen days stay as they are. */}
      <a
        href={`/admin?tab=orders&order=${encodeURIComponent(number)}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-8 items-center"
      >
        <span className="link">{number}</span>
      </a>{' '}
      <span className="text-ink-soft">{children}</span>
    </li>
  )
}

function orders(count: number, one: string, many: string): string {
  return count === 1 ? `1 order ${one}` : `${count} orders ${many}`
}
