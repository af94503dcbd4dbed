import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { formatFullDay, formatShortWeekday } from '#base/calendar-day.ts'
import { shopDate } from '#base/shop-clock.ts'
import { toRequestError } from '#platform/client/functions.ts'
import { AccountSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { type Capacity, capacityOn } from '../capacity.ts'
import { CapacitySchema, maxCapacity } from '../shop-settings.ts'
import { capacityAnswer, type TypedCapacity as Typed } from './capacity-answer.ts'
import { ListedOrders } from './listed-orders.tsx'
import { SaveButton, SettingEffect } from './setting-form.tsx'
import type { Settings } from './settings.contract.ts'
import { type SectionProps, useCapacityPreview } from './settings-queries.ts'

/** How many pieces the owner makes a week, each number with its first day. */
export function CapacitySection({ settings, save }: SectionProps) {
  const list = settings.capacity.value
  const today = shopDate(new Date(settings.now))
  const heading = useRef<HTMLHeadingElement>(null)
  /** The list before the last change, which can be undone. */
  const [before, setBefore] = useState<Capacity[] | null>(null)

  async function change(next: Capacity[]) {
    try {
      await save('capacity', next)
      setBefore(list)
    } catch (error) {
      throw toRequestError(error).code === 'conflict' ? new Error(listChanged) : error
    }
  }

  async function undo() {
    if (!before) return
    await change(before)
    setBefore(null)
    heading.current?.focus()
  }

  async function remove({ from }: Capacity) {
    await change(list.filter((entry) => entry.from !== from))
    heading.current?.focus()
  }

  return (
    <AccountSection
      id="capacity"
      heading={heading}
      title="Pieces a week"
      note="How many pieces you make in a week. A week that is full is not promised again: new orders get a later date. Orders already placed keep theirs. Without a number, dates follow the production time alone."
    >
      <Entries settings={settings} today={today} remove={remove} />
      {before && <UndoChange undo={undo} />}
      <SetCapacity
        key={settings.capacity.version}
        settings={settings}
        save={(entry) => change([...list.filter(({ from }) => from !== entry.from), entry])}
      />
    </AccountSection>
  )
}

const listChanged = 'Someone else has just changed this. Check the list above, then try again.'

type EntriesProps = { settings: Settings; today: string; remove: (entry: Capacity) => Promise<void> }

/** The number in force and those to come. */
function Entries({ settings, today, remove }: EntriesProps) {
  const list = settings.capacity.value
  const shown = list.filter(({ from }, index) => from > today || (list[index + 1]?.from ?? '9999') > today)
  if (shown.length === 0) {
    return (
      <p className="border-line border-b pb-4 text-ink-soft">No number set: every week takes any number of orders.</p>
    )
  }
  return (
    <ul aria-labelledby="capacity" className="border-line border-t">
      {shown.map((entry) => (
        <Entry
          key={entry.from}
          entry={entry}
          isNow={entry.from <= today}
          settings={settings}
          remove={() => remove(entry)}
        />
      ))}
    </ul>
  )
}

type EntryProps = { entry: Capacity; isNow: boolean; settings: Settings; remove: () => Promise<void> }

/** One number, and what its removal would change: the number before it holds on. */
function Entry({ entry, isNow, settings, remove }: EntryProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: remove })
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const earlier = settings.capacity.value.filter(({ from }) => from < entry.from)
  const without: Typed = { pieces: String(earlier.at(-1)?.pieces ?? ''), from: entry.from }
  const preview = useCapacityPreview(isOpen ? without : null)
  const name = `${piecesText(entry.pieces)} from ${formatFullDay(entry.from)}`
  const toggle = isOpen ? 'Keep it' : 'Remove'
  const action = isPending ? 'Removing…' : 'Remove it'
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 border-line border-b py-2">
      <span className="min-w-0">
        {piecesText(entry.pieces)}
        <span className="block text-ink-soft text-small">
          {isNow ? 'now, since' : 'from'} {formatFullDay(entry.from)}
        </span>
      </span>
      <TextButton
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${toggle}: ${name}`}
      >
        {toggle}
      </TextButton>
      <div id={id} className="col-span-2">
        {isOpen && (
          <div className="grid gap-y-5 pt-2 pb-4">
            <Answer {...preview} typed={without} settings={settings} />
            <Button
              onClick={() => isPending || mutate()}
              aria-disabled={isPending}
              aria-label={`${action}: ${name}`}
              className="justify-self-start max-sm:w-full"
            >
              {action}
            </Button>
            <p role="alert" className="text-mulberry text-small empty:hidden">
              {error?.message}
            </p>
          </div>
        )}
      </div>
    </li>
  )
}

function UndoChange({ undo }: { undo: () => Promise<void> }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: undo })
  return (
    <p role="status" className="mt-2 text-small">
      Saved. New orders get their date from it.{' '}
      <TextButton onClick={() => isPending || mutate()} aria-disabled={isPending}>
        {isPending ? 'Undoing…' : 'Undo'}
      </TextButton>
      {error && <span className="block text-mulberry">{error.message}</span>}
    </p>
  )
}

/** Sets a number from a day on, with what it would change. */
function SetCapacity({ settings, save }: { settings: Settings; save: (entry: Capacity) => Promise<void> }) {
  const today = shopDate(new Date(settings.now))
  const held = capacityOn(settings.capacity.value, today)
  const empty: Typed = { pieces: held === null ? '' : String(held), from: today }
  const [typed, setTyped] = useState(empty)
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: save })
  const read = readTyped(typed)
  const isChanged = typed.pieces !== empty.pieces || typed.from !== empty.from
  const preview = useCapacityPreview(isChanged && read.entry ? typed : null)

  function type(next: Partial<Typed>) {
    setTyped({ ...typed, ...next })
    reset()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (read.entry && !isPending) mutate(read.entry)
  }

  return (
    <form onSubmit={submit} noValidate className="mt-7 grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <Field
        label="Pieces a week"
        name="capacity"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxCapacity}
        step={1}
        value={typed.pieces}
        onChange={({ target }) => type({ pieces: target.value })}
        hint="Leave blank for no limit."
        error={error?.message ?? (isChanged ? read.problem : null)}
      />
      <Field
        label="From"
        name="capacity_from"
        type="date"
        required
        value={typed.from}
        onChange={({ target }) => type({ from: target.value })}
        hint="From this day on, until the next number."
      />
      <Answer {...preview} typed={typed} settings={settings} />
      <SaveButton busy={isPending} isChanged={isChanged && read.entry !== null} label="Set the number" />
    </form>
  )
}

function readTyped({ pieces, from }: Typed): { entry: Capacity | null; problem: string | null } {
  const read = CapacitySchema.safeParse({ from, pieces: pieces.trim() ? Number(pieces) : null })
  return { entry: read.data ?? null, problem: read.error?.issues[0]?.message ?? null }
}

type AnswerProps = ReturnType<typeof useCapacityPreview> & { typed: Typed; settings: Settings }

/** What a change would bring, said before it is saved. */
function Answer({ preview, problem, isChecking, retry, typed, settings }: AnswerProps): ReactNode {
  return (
    <div aria-live="polite" className="grid gap-y-5 sm:col-span-2">
      {isChecking && <p className="text-ink-soft">Checking your orders…</p>}
      {problem !== undefined && (
        <p>
          Your orders couldn’t be checked. {problem} <TextButton onClick={retry}>Check again</TextButton>
        </p>
      )}
      {preview && (
        <>
          <SettingEffect>{capacityAnswer(preview, typed, new Date(settings.now))}</SettingEffect>
          {preview.after.late > 0 && (
            <ListedOrders title="Late after this" count={preview.after.late} {...preview}>
              {({ dispatch_by }) => `promised by ${formatShortWeekday(dispatch_by)}`}
            </ListedOrders>
          )}
        </>
      )}
    </div>
  )
}

function piecesText(pieces: number | null): string {
  if (pieces === null) return 'No limit'
  return pieces === 1 ? '1 piece a week' : `${pieces} pieces a week`
}
