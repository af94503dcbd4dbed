import type { DescribedEnd } from './describe-preorder.ts'

/** The end of a pre-order in words; the exact time as a tooltip, and for screen readers. */
export function PreorderEndTime({ end: { at, words, exact } }: { end: DescribedEnd }) {
  return (
    <time dateTime={at} title={exact}>
      <span aria-hidden="true">{words}</span>
      <span className="sr-only">{exact}</span>
    </time>
  )
}
