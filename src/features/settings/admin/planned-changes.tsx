import { useMutation } from '@tanstack/react-query'
import { formatFullDay } from '#base/calendar-day.ts'
import { focusSection } from '#ui/account-section.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { Notice } from '#ui/toast-region.tsx'

type PlannedChangesProps<Change> = {
  /** The id of the section, which gets the focus when a pressed button disappears. */
  section: string
  form: { isChanged: boolean; discard: () => void }
  planned: readonly Change[]
  /** What it changes, after its day. */
  describe?: (change: Change) => string
  /** Puts it into the form. */
  edit?: (change: Change) => void
  remove: (change: Change) => Promise<void>
}

/** The changes of a setting that are planned for later days. While the form has edits it waits, so that none is lost. */
export function PlannedChanges<Change extends { from: string }>({
  section,
  form,
  planned,
  describe = () => '',
  edit,
  remove,
}: PlannedChangesProps<Change>) {
  if (planned.length === 0) return null
  return (
    <div className="pb-4">
      <ul aria-label="Planned changes">
        {planned.map((change) => (
          <li key={change.from} className="flex min-h-14 flex-wrap items-baseline gap-x-6 border-line border-b py-1">
            <span className="grow py-2">
              Planned from {formatFullDay(change.from)}
              {describe(change)}
            </span>
            {!form.isChanged && edit && (
              <TextButton
                onClick={() => {
                  edit(change)
                  focusSection(section)
                }}
              >
                Change it<span className="sr-only">: what is planned from {formatFullDay(change.from)}</span>
              </TextButton>
            )}
            {!form.isChanged && (
              <RemoveButton from={change.from} remove={() => remove(change).then(() => focusSection(section))} />
            )}
          </li>
        ))}
      </ul>
      {form.isChanged && (
        <p className="flex flex-wrap items-baseline gap-x-6 text-small">
          <span className="grow text-ink-soft">Save or discard your changes before you change what is planned.</span>
          <TextButton
            onClick={() => {
              form.discard()
              focusSection(section)
            }}
          >
            Discard my changes
          </TextButton>
        </p>
      )}
    </div>
  )
}

/** What is said after a save that counts from a day on; undefined for today's. */
export function plannedNotice(from: string, today: string): Omit<Notice, 'about'> | undefined {
  return from > today ? { title: 'Saved', description: `The shop shows it from ${formatFullDay(from)}.` } : undefined
}

/** What is said after a planned change was removed. */
export const removedNotice: Omit<Notice, 'about'> = { title: 'Removed', description: 'It is no longer planned.' }

function RemoveButton({ from, remove }: { from: string; remove: () => Promise<void> }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: remove })
  return (
    <>
      <TextButton onClick={() => isPending || mutate()} aria-disabled={isPending}>
        {isPending ? 'Removing…' : 'Remove'}
        <span className="sr-only"> what is planned from {formatFullDay(from)}</span>
      </TextButton>
      <span role="alert" className="w-full text-mulberry text-small empty:hidden">
        {error?.message}
      </span>
    </>
  )
}
