import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { formatShopTime } from '#base/shop-time.ts'
import { read } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import type { ChangedRow, LastChange } from './last-change.contract.ts'

type ConflictNoticeProps = {
  /** The fields in which both versions differ. */
  differences: readonly Difference[]
  /** The row, so that the notice can name who saved the other version, and when. */
  row: ChangedRow
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** Text about what happens after the choice. */
  children: ReactNode
  className?: string
}

/** Shown where a save was refused because someone else saved first: both versions side by side, and the choice. */
export function ConflictNotice({
  differences,
  row,
  onKeepMine,
  onTakeTheirs,
  children,
  className = '',
}: ConflictNoticeProps) {
  const id = useId()
  const { data } = useQuery({ queryKey: ['last-change', row], queryFn: () => read('last-change', row), gcTime: 0 })
  const change = data?.change
  return (
    <section
      ref={focusNow}
      tabIndex={-1}
      data-conflict
      aria-labelledby={id}
      className={`max-w-[46rem] border-mulberry border-l-2 bg-paper-deep/60 py-4 pr-4 pl-5 outline-none ${className}`}
    >
      <p id={id} className="font-serif text-name leading-tight">
        Someone else saved this first. Choose below which version to keep.
      </p>
      {change && <p className="mt-2 text-ink-soft text-small">{changeLine(change)}</p>}
      {differences.length > 0 && <Differences differences={differences} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button tone="line" onClick={onKeepMine} className="max-sm:w-full">
          Keep my changes
        </Button>
        <Button tone="line" onClick={onTakeTheirs} className="max-sm:w-full">
          Discard mine and use theirs
        </Button>
      </div>
      <p className="mt-3 text-ink-soft text-small">{children}</p>
    </section>
  )
}

/** Moves the focus to the notice in a form, for a save before the choice is made. */
export function focusConflict(form: Element | undefined): void {
  form?.querySelector<HTMLElement>('[data-conflict]')?.focus()
}

function changeLine({ by, at }: LastChange): string {
  return `Saved by ${by ?? 'the shop'} on ${formatShopTime(at)}.`
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul className="mt-4 border-line border-t">
      {differences.map(({ field, yours, theirs }) => (
        <li
          key={field}
          className="grid gap-x-5 gap-y-2 border-line border-b py-3 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <p className="font-medium">{field}</p>
          <Version label="Yours">{yours}</Version>
          <Version label="Theirs">{theirs}</Version>
        </li>
      ))}
    </ul>
  )
}

function Version({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <p className="label text-ink-soft">{label}</p>
      <p className="wrap-any whitespace-pre-line">{children}</p>
    </div>
  )
}

/** A field of two versions of a row, each as text for the owner. */
export type Difference = { field: string; yours: string; theirs: string }

type Versions<Row> = {
  /** The common ancestor of both versions. */
  base: Row
  mine: Row
  theirs: Row
}
type Field<Row> = { label: string; words: (row: Row) => string }

const contextLength = 30
const maxLength = 240

/**
 * The fields in which my version differs from theirs, as text. A field that only they changed is marked. Of long texts
 * only the differing part is given.
 */
export function listDifferences<Row>(
  fields: readonly Field<Row>[],
  { base, mine, theirs }: Versions<Row>,
): Difference[] {
  return fields.flatMap(({ label, words }) => {
    const [before, yours, other] = [words(base), words(mine), words(theirs)]
    if (yours === other) return []
    const from = firstDifference(yours, other)
    const unchanged = yours === before ? ' (you did not change this)' : ''
    return [{ field: label, yours: excerpt(yours, from) + unchanged, theirs: excerpt(other, from) }]
  })
}

function firstDifference(one: string, other: string): number {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  return same > contextLength * 2 ? same - contextLength : 0
}

function excerpt(text: string, from: number): string {
  if (!text) return 'Nothing'
  const end = text.length > from + maxLength ? '…' : ''
  return `${from > 0 ? '…' : ''}${text.slice(from, from + maxLength)}${end}`
}
