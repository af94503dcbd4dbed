import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { readFunction } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { formatShopTime } from '#ui/time/shop-time.ts'
import type { Difference } from './differences.ts'
import type { ChangedTable, LastChange } from './last-change.ts'

type ChangedRow = { table: ChangedTable; id: string }

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
  const { data } = useQuery({ queryKey: ['last-change', row], queryFn: () => readLastChange(row), gcTime: 0 })
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

function readLastChange(row: ChangedRow): Promise<{ change: LastChange | null }> {
  return readFunction(`last-change?${new URLSearchParams(row)}`)
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
