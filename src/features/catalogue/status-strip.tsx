import { Rule } from '#ui/rule.tsx'

type StatusStripProps = {
  closes: { at: string; words: string } | null
  /** Why to pre-order. */
  reason: string | null
  dispatched: string
  closure: string | null
  full: boolean
}

/**
 * When the garment is dispatched: made to order, on pre-order until a time, or on a full pre-order. All texts in shop
 * time; `at` is ISO 8601. `closure`: the dates of a workroom closure before the dispatch, or null.
 */
export function StatusStrip({ closes, reason, dispatched, closure, full }: StatusStripProps) {
  return (
    <div className="mt-6">
      <Rule className="text-mulberry/60" />
      <p className="py-3.5 leading-snug">
        <strong className="font-medium text-mulberry">{orderType(closes !== null, full)}</strong>{' '}
        <span aria-hidden="true">– </span>
        {full ? (
          'every place of this pre-order is taken'
        ) : (
          <>
            {closes && (
              <>
                order by <time dateTime={closes.at}>{closes.words}</time>,{' '}
              </>
            )}
            dispatched by {dispatched}
          </>
        )}
        {reason && <span className="mt-1 block text-mulberry">{reason}.</span>}
        {closure && !full && (
          <span className="mt-1 block text-ink-soft text-small">
            Our workroom is closed {closure}; this day allows for it.
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
