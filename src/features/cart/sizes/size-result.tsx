import type { ReactNode } from 'react'
import { joinNames } from '#base/names.ts'
import type { Part, SizeResult } from '#features/catalogue/sizes/find-size.ts'
import { printedSize, type Unit } from '#features/catalogue/sizes/size.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'

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
      return <p>Your measurements have been cleared.</p>
    case 'other unit':
      return (
        <>
          <p className="measure">These look like {answer.unit === 'in' ? 'inches' : 'centimetres'}. Is that right?</p>
          <Button tone="line" onClick={onOtherUnit} className="mt-4">
            Yes, use {answer.unit === 'in' ? 'inches' : 'centimetres'}
          </Button>
        </>
      )
    case 'beyond':
      return (
        <NoSize instead={answer.instead}>
          Your {joinNames(answer.parts)} {isSingular(answer.parts) ? 'is' : 'are'} outside our size chart. We may still
          be able to make it: please <Write /> with your numbers.
        </NoSize>
      )
    case 'apart':
      return (
        <NoSize instead={answer.instead}>
          Your measurements run from {printedSize(answer.smallest)} to {printedSize(answer.largest)}, too wide a range
          for one size to fit well. Please <Write /> before you order.
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
          You’re between {printedSize(edge.close)} and {printedSize(edge.flowing)}. For a close fit take{' '}
          {printedSize(edge.close)}, for one that flows {printedSize(edge.flowing)}.
        </p>
      )}
      {others && (
        <p className="measure mt-3">
          Your {decidedBy} {isSingular([decidedBy]) ? 'decides' : 'decide'} the size. The rest would fit{' '}
          {printedSize(others)}, so you’ll have a little more room there.
        </p>
      )}
      {!edge && !others && <p className="measure mt-3">Your bust, waist and hips all fit this size.</p>}
    </>
  )
}

function NoSize({ instead, children }: { instead: string | null; children: ReactNode }) {
  return (
    <>
      <p className="measure">{children}</p>
      {instead && <p className="measure mt-2 text-ink-soft">We’ve cleared {printedSize(instead)} as your size.</p>}
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
