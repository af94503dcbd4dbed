import type { ReactNode } from 'react'
import { Rule } from '#ui/rule.tsx'
import type { DescribedEnd } from './preorders/describe-end.ts'
import { PreorderEndTime } from './preorders/preorder-end-time.tsx'

type StatusStripProps = {
  closes: DescribedEnd | null
  /** Why to pre-order. */
  reason: string | null
  dispatched: string
  /** The day it arrives, as a line of its own. */
  arrival: ReactNode
  closure: string | null
  /** Why the shop takes no orders. */
  pause: string | null
  full: boolean
}

/**
 * When the garment is dispatched: made to order, on pre-order until a time, or on a full pre-order. All texts in shop
 * time. `closure`: the dates of a workroom closure before the dispatch, or null.
 */
export function StatusStrip({ closes, reason, dispatched, arrival, closure, pause, full }: StatusStripProps) {
  return (
    <div className="mt-6">
      <Rule className="text-mulberry/60" />
      <p className="py-3.5 leading-snug">
        <strong className="font-medium text-mulberry">{orderType(closes !== null, full)}</strong>{' '}
        <span aria-hidden="true">– </span>
        {full ? (
          'this pre-order is full'
        ) : (
          <>
            {closes && (
              <>
                order by <PreorderEndTime end={closes} />,{' '}
              </>
            )}
            dispatched by {dispatched}. {arrival}
          </>
        )}
        {pause && <span className="mt-1 block text-mulberry">{pause}</span>}
        {reason && <span className="mt-1 block text-mulberry">{reason}.</span>}
        {closure && !full && (
          <span className="mt-1 block text-ink-soft text-small">
            Our workroom is closed {closure}; this date allows for it.
          </span>
        )}
      </p>
      <Rule className="text-mulberry/60" />
    </div>
  )
}

function orderType(isPreorder: boolean, full: boolean): string {
  if (full) return 'Closed'
  return isPreorder ? 'Pre-order' : 'Made to order'
}
