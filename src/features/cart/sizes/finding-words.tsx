import type { Finding } from '#features/catalogue/sizes/find-size.ts'
import { shop } from '#shop'

const dash = (size: string) => size.replace('-', '–')

/** What the finder found, and why. */
export function FindingWords({ finding }: { finding: Finding }) {
  if (finding.kind === 'beyond') {
    return (
      <p className="measure">
        Your {finding.part} {finding.part === 'hips' ? 'lie' : 'lies'} outside our chart. We may be able to make it all
        the same: please <Write /> with your numbers.
      </p>
    )
  }
  if (finding.kind === 'apart') {
    return (
      <p className="measure">
        Your measurements reach from {dash(finding.smallest)} to {dash(finding.largest)}, too far for one size to sit
        well. Please <Write /> before you order.
      </p>
    )
  }
  return (
    <>
      <p className="font-serif text-display text-mulberry leading-none">{dash(finding.size)}</p>
      <p className="measure mt-3">
        {finding.others
          ? `Your ${finding.decidedBy} ${finding.decidedBy === 'hips' ? 'decide' : 'decides'}; the rest of you would fit ${dash(finding.others)}, and there will be a little more room there.`
          : 'Bust, waist and hips all fall into this one.'}
      </p>
    </>
  )
}

function Write() {
  return (
    <a
      href={`mailto:${shop.email}?subject=Size%20advice`}
      className="underline underline-offset-[0.22em] hover:text-mulberry"
    >
      write to us
    </a>
  )
}
