import { ChevronDown, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { OrderButtons, SortableList, useSortableEntry } from '#admin/sortable-list.tsx'
import { moved } from '#features/catalogue/shelf/shelf.ts'
import { randomUuid } from '#platform/random-uuid.ts'
import { focusNow } from '#ui/focus-now.ts'
import { TextButton } from '#ui/text-button.tsx'

type EntryListProps<Entry> = {
  entries: readonly Entry[]
  /** The name of the list, and what one entry is called: 'block'. */
  label: string
  noun: string
  /** Whether entries are added, removed and moved, or only their words change. */
  isFree: boolean
  describe: (entry: Entry) => { kind?: string; text: string; note?: string | undefined }
  /** `hold`: keeps the fields while the entry is closed, until they have done what they began. */
  fields: (entry: Entry, change: (entry: Entry) => void, hold: (reason: string | null) => void) => ReactNode
  /** The control that adds an entry; it is shown after the list and in an open entry. */
  adding: (add: (entry: Entry) => void) => ReactNode
  onChange: (entries: Entry[], about: string) => void
  /** After an entry was removed: offers its return. */
  onRemove?: (text: string) => void
}

/** Entries of which one is open at a time: its fields, its place, and its removal. */
export function EntryList<Entry>({ entries, label, noun, isFree, onChange, ...rest }: EntryListProps<Entry>) {
  const [keys, setKeys] = useState(() => entries.map(() => randomUuid()))
  const [open, setOpen] = useState<string | null>(null)
  const [held, setHeld] = useState<ReadonlyMap<string, string | null>>(new Map())
  // An undo adds or removes entries too.
  if (keys.length !== entries.length) {
    setKeys(entries.map((_, place) => keys[place] ?? randomUuid()))
    setOpen(null)
  }

  function add(entry: Entry, place: number) {
    const key = randomUuid()
    setKeys(keys.toSpliced(place, 0, key))
    setOpen(key)
    onChange([...entries].toSpliced(place, 0, entry), 'add')
  }
  function move(key: string, to: number) {
    const order = moved(keys, key, to)
    setKeys(order)
    onChange(
      order.map((one) => entries[keys.indexOf(one)] as Entry),
      'move',
    )
  }
  function remove(place: number) {
    const { text } = rest.describe(entries[place] as Entry)
    setKeys(keys.toSpliced(place, 1))
    setOpen(null)
    onChange([...entries].toSpliced(place, 1), 'remove')
    rest.onRemove?.(text)
  }

  return (
    <>
      <SortableList keys={keys} label={label} noun={noun} onMove={move} className="border-line border-t">
        {entries.map((entry, place) => {
          const key = keys[place] ?? String(place)
          const reason = held.get(key) ?? null
          const change = (changed: Entry) => onChange([...entries].toSpliced(place, 1, changed), `edit-${key}`)
          const hold = (next: string | null) => setHeld((all) => new Map(all).set(key, next))
          return (
            <EntryRow
              key={key}
              id={key}
              place={place}
              count={entries.length}
              noun={noun}
              isFree={isFree}
              isOpen={open === key}
              held={reason}
              description={rest.describe(entry)}
              onToggle={() => setOpen(open === key ? null : key)}
              onMove={(to) => move(key, to)}
              onRemove={() => remove(place)}
              adding={isFree && rest.adding((added) => add(added, place + 1))}
            >
              {(open === key || reason) && rest.fields(entry, change, hold)}
            </EntryRow>
          )
        })}
      </SortableList>
      {isFree && open === null && rest.adding((added) => add(added, entries.length))}
    </>
  )
}

type EntryRowProps = {
  id: string
  place: number
  count: number
  noun: string
  isFree: boolean
  isOpen: boolean
  held: string | null
  description: { kind?: string; text: string; note?: string | undefined }
  onToggle: () => void
  onMove: (to: number) => void
  onRemove: () => void
  adding: ReactNode
  children: ReactNode
}

function EntryRow(props: EntryRowProps) {
  const { id, place, count, noun, isFree, isOpen, held, description, onToggle, onMove, onRemove, adding, children } =
    props
  const { ref, style, isDragging, handle } = useSortableEntry(id)
  const panel = useId()
  const { kind, text, note } = description
  /** An open entry is too tall to be dragged over its neighbours. */
  function closeFirst(event: KeyboardEvent | PointerEvent) {
    const isHandle = event.target instanceof Element && event.target.closest('[aria-roledescription]') !== null
    const begins = !('key' in event) || event.key === ' ' || event.key === 'Enter'
    if (isOpen && isHandle && begins) flushSync(onToggle)
  }
  const name = `${kind ?? noun} ${place + 1}`
  return (
    <li
      ref={ref}
      style={style}
      className={`border-line border-b ${isDragging ? 'relative z-10 bg-paper shadow-lift' : ''}`}
    >
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={onToggle}
          className="group flex min-h-14 min-w-0 flex-1 items-center gap-x-3 py-2 text-left hover:text-mulberry"
        >
          <ChevronDown
            aria-hidden="true"
            strokeWidth={1.25}
            className="size-5 shrink-0 text-ink-soft transition-transform group-aria-expanded:rotate-180"
          />
          <span className="min-w-0">
            {kind && <span className="label block text-ink-soft">{kind}</span>}
            <span className="wrap-any line-clamp-2 leading-snug">{text || 'Nothing yet'}</span>
            {note && <span className="block text-ink-soft text-small">{note}</span>}
            {held && !isOpen && <span className="block text-mulberry text-small">{held}</span>}
          </span>
        </button>
        {isFree && (
          <span onKeyDownCapture={closeFirst} onPointerDownCapture={closeFirst} className="-mr-3 flex shrink-0">
            <OrderButtons name={name} place={place} count={count} handle={handle} onMove={onMove} />
          </span>
        )}
      </div>
      <div id={panel} hidden={!isOpen} className="mb-6 border-mulberry border-l-2 pl-[clamp(0.875rem,3vw,1.5rem)]">
        {(isOpen || held) && (
          <section ref={focusNow} tabIndex={-1} aria-label={name} className="grid gap-y-5 outline-none">
            {children}
            <p className="flex flex-wrap gap-x-7">
              <TextButton onClick={onToggle}>Close</TextButton>
              {isFree && (
                <TextButton onClick={onRemove} aria-label={`Delete ${name}`}>
                  <Trash2 aria-hidden="true" strokeWidth={1.25} className="mr-1.5 inline size-4 align-[-2px]" />
                  Delete
                </TextButton>
              )}
            </p>
            {adding}
          </section>
        )}
      </div>
    </li>
  )
}
