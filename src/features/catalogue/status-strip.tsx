import { Rule } from '#ui/rule.tsx'

/** When it comes: made to order, or pre-ordered until a moment. All in words, in shop time; `at` is ISO. */
export function StatusStrip({
  closes,
  dispatched,
}: {
  closes: { at: string; words: string } | null
  dispatched: string
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
      </p>
      <Rule className="text-mulberry/60" />
    </div>
  )
}
