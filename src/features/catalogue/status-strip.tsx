import { Rule } from '#ui/rule.tsx'

/**
 * When it comes: made to order, or pre-ordered until a moment. All in words, in shop time; `at` is ISO. `closure`: from
 * when to when the workroom is closed before that, or null.
 */
export function StatusStrip({
  closes,
  dispatched,
  closure,
}: {
  closes: { at: string; words: string } | null
  dispatched: string
  closure: string | null
}) {
  return (
    <div className="mt-6">
      <Rule className="text-mulberry/60" />
      <p className="py-3.5 leading-snug">
        <strong className="mr-1.5 font-medium text-mulberry">{closes ? 'Pre-order' : 'Made to order'}</strong>
        <span aria-hidden="true">– </span>
        {closes && (
          <>
            order by <time dateTime={closes.at}>{closes.words}</time>,{' '}
          </>
        )}
        dispatched by {dispatched}
        {closure && (
          <span className="mt-1 block text-ink-soft text-small">
            Our workroom is closed {closure}; this day allows for it.
          </span>
        )}
      </p>
      <Rule className="text-mulberry/60" />
    </div>
  )
}
