import type { ReactNode } from 'react'
import type { Part, SizeResult } from '#features/catalogue/sizes/find-size.ts'
import { printedSize, type Unit } from '#features/catalogue/sizes/size.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { joinNames } from '#ui/names.ts'

/** The size finder's result. `instead`: the stored size it replaces. */
export type Answer =
  | Extract<SizeResult, { kind: 'size' }>
  | (Exclude<SizeResult, { kind: 'size' }> & { instead: string | null })
  | { kind: 'other unit'; unit: Unit }
  | { kind: 'forgotten' }

/** The size finder's result in words. */
export function SizeResultText({ answer, onOtherUnit }: { answer: Answer; onOtherUnit: () => void }) {
  switch (answer.kind) {
    case 'forgotten':
      return <p>Your measurements are forgotten.</p>
    case 'other unit':
      return (
        <>
          <p className="measure">
            These look like {answer.unit === 'in' ? 'inches' : 'centimetres'}. Shall we read them so?
          </p>
          <Button tone="line" onClick={onOtherUnit} className="mt-4">
            Read them as {answer.unit === 'in' ? 'inches' : 'centimetres'}
          </Button>
        </>
      )
    case 'beyond':
      return (
        <NoSize instead={answer.instead}>
          Your {joinNames(answer.parts)} {isSingular(answer.parts) ? 'lies' : 'lie'} outside our chart. We may be able
          to make it all the same: please <Write /> with your numbers.
        </NoSize>
      )
    case 'apart':
      return (
        <NoSize instead={answer.instead}>
          Your measurements reach from {printedSize(answer.smallest)} to {printedSize(answer.largest)}, too far for one
          size to sit well. Please <Write /> before you order.
        </NoSize>
      )
    case 'size':
      return <Size {...answer} />
  }
}

function Size({ size, edge, others, decidedBy }: Extract<Answer, { kind: 'size' }>) {
  return (
    <>
      <p className="font-serif text-display text-mulberry leading-none">{printedSize(size)}</p>
      {edge && (
        <p className="measure mt-3">
          You are on the edge of {printedSize(edge.close)} and {printedSize(edge.flowing)}; for a close fit take{' '}
          {printedSize(edge.close)}, for one that flows {printedSize(edge.flowing)}.
        </p>
      )}
      {others && (
        <p className="measure mt-3">
          Your {decidedBy} {isSingular([decidedBy]) ? 'decides' : 'decide'}; the rest of you would fit{' '}
          {printedSize(others)}, and there will be a little more room there.
        </p>
      )}
      {!edge && !others && <p className="measure mt-3">Bust, waist and hips all fall into this one.</p>}
    </>
  )
}

function NoSize({ instead, children }: { instead: string | null; children: ReactNode }) {
  return (
    <>
      <p className="measure">{children}</p>
      {instead && <p className="measure mt-2 text-ink-soft">We no longer keep {printedSize(instead)} as your size.</p>}
    </>
  )
}

function isSingular(parts: readonly Part[]): boolean {
  return parts.length === 1 && parts[0] !== 'hips'
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
