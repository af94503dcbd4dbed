import { type ReactNode, useRef } from 'react'
import { TextButton } from '#ui/text-button.tsx'
import type { SettingFormState } from './setting-form.tsx'

/** What is done with one row of a setting, and what is wrong with it. */
export type RowTools<Row> = {
  /** Its place, from 0. */
  at: number
  /** Its name in the labels of its fields and buttons. */
  called: string
  problemOf: (field: string) => string | undefined
  change: (changed: Partial<Row>) => void
  moveTo: (place: number) => void
  remove: () => void
}

type Issues = { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined }

type SettingRowsProps<Row> = {
  form: SettingFormState<Row[]>
  /** What is wrong with rows: a message whose path begins with the place of a row and a field is shown there. */
  check: (rows: Row[]) => Issues
  /** The name of the list, and what one row is called: 'family'. */
  label: string
  noun: string
  blank: Row
  most: number
  /** The classes of a row. */
  className: string
  children: (row: Row, tools: RowTools<Row>) => ReactNode
}

/** The fields of a setting that is a list: its rows, the button that adds one, and what is wrong with the list. */
export function SettingRows<Row extends { name: string }>({
  form,
  check,
  label,
  noun,
  blank,
  most,
  className,
  children,
}: SettingRowsProps<Row>) {
  const list = useRef<HTMLOListElement>(null)
  const rows = form.value
  const issues = form.problem === null ? [] : (check(rows).error?.issues ?? [])

  function add() {
    form.type([...rows, blank])
    // The new one is rendered first.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child input:not([type=color])')?.focus(),
    )
  }

  /** The pressed button goes, or is that of another row then. */
  function put(next: Row[]) {
    form.type(next)
    list.current?.focus()
  }

  return (
    <>
      <ol ref={list} tabIndex={-1} aria-label={label} className="border-line border-t outline-none">
        {rows.map((row, at) => {
          const others = rows.toSpliced(at, 1)
          return (
            // A row that is new has no other name that stays.
            // biome-ignore lint/suspicious/noArrayIndexKey: a name that is typed is no key
            <li key={at} className={`border-line border-b ${className}`}>
              {children(row, {
                at,
                called: row.name.trim() || `the new ${noun}`,
                problemOf: (field) => issues.find(({ path }) => path[0] === at && path[1] === field)?.message,
                change: (changed) => form.type(rows.toSpliced(at, 1, { ...row, ...changed })),
                moveTo: (place) => put(others.toSpliced(place, 0, row)),
                remove: () => put(others),
              })}
            </li>
          )
        })}
      </ol>
      {rows.length < most && (
        <p>
          <TextButton onClick={add}>Add a {noun}</TextButton>
        </p>
      )}
      <p role="alert" className="text-mulberry empty:hidden">
        {issues.some(({ path }) => path.length > 1) ? null : form.problem}
      </p>
    </>
  )
}

/** The buttons that move a row up and remove it. `stays`: why it can't be removed. */
export function RowButtons({
  row: { at, called, moveTo, remove },
  stays,
}: {
  row: Pick<RowTools<never>, 'at' | 'called' | 'moveTo' | 'remove'>
  stays?: string | undefined
}) {
  return (
    <p className="col-span-full flex flex-wrap gap-x-7">
      {at > 0 && (
        <TextButton onClick={() => moveTo(at - 1)}>
          Move up<span className="sr-only">: {called}</span>
        </TextButton>
      )}
      {stays ? (
        <span className="text-ink-soft text-small">{stays}</span>
      ) : (
        <TextButton onClick={remove}>
          Remove<span className="sr-only"> {called}</span>
        </TextButton>
      )}
    </p>
  )
}
