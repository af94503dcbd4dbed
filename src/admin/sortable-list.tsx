import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'

/** Moves the entry with this key to a place, from 0. */
export type Move = (key: string, to: number) => void

type SortableListProps = {
  /** The entries' keys, in order. */
  keys: readonly string[]
  /** The name of the list, and what one entry is called: 'picture'. */
  label: string
  noun: string
  className?: string
  onMove: Move
  /** The entries, each a `li` by `useSortableEntry`. */
  children: ReactNode
}

/** A list that the owner puts in order by pointer, touch or keyboard; `OrderButtons` has the buttons of an entry. */
export function SortableList({ keys, label, noun, className, onMove, children }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (key: UniqueIdentifier) => keys.indexOf(String(key))
  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) onMove(String(active.id), placeOf(over.id))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: announcementsFor(placeOf, keys.length),
        screenReaderInstructions: { draggable: instructions(noun) },
      }}
    >
      <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className={className}>
          {children}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

function instructions(noun: string): string {
  return `Press space or enter to pick up the ${noun}, the arrow keys to move it, and space or enter to drop it. Press escape to put it back.`
}

function announcementsFor(placeOf: (key: UniqueIdentifier) => number, count: number): Announcements {
  const place = (key: UniqueIdentifier) => `place ${placeOf(key) + 1} of ${count}`
  return {
    onDragStart: ({ active }) => `Picked up from ${place(active.id)}.`,
    // The first position reported is the entry's own.
    onDragOver: ({ active, over }) => (over && over.id !== active.id ? `Over ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `Dropped at ${place(over.id)}.` : 'Dropped where it was.'),
    onDragCancel: () => 'Put back where it was.',
  }
}

/** The parts of one entry: the `ref` and `style` of its `li`, and `handle` for its `OrderButtons`. */
export function useSortableEntry(key: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
  })
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const style: CSSProperties = {
    transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
    transition: isStill ? undefined : transition,
  }
  return { ref: setNodeRef, style, isDragging, handle: { ref: setActivatorNodeRef, ...attributes, ...listeners } }
}

type OrderButtonsProps = {
  /** As screen readers name the entry: 'picture 2'. */
  name: string
  /** Its place, from 0, and how many entries there are. */
  place: number
  count: number
  handle: ReturnType<typeof useSortableEntry>['handle']
  onMove: (to: number) => void
}

/** The handle of an entry, and the buttons that move it by one place. */
export function OrderButtons({ name, place, count, handle, onMove }: OrderButtonsProps) {
  return (
    <>
      <IconButton
        {...handle}
        label={`Drag ${name}`}
        tip="Drag to reorder"
        className="cursor-grab touch-none active:cursor-grabbing"
      >
        <GripVertical {...icon} />
      </IconButton>
      <IconButton
        label={`Move ${name} up`}
        tip="Up"
        aria-disabled={place === 0}
        onClick={() => place > 0 && onMove(place - 1)}
      >
        <ArrowUp {...icon} />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        tip="Down"
        aria-disabled={place === count - 1}
        onClick={() => place < count - 1 && onMove(place + 1)}
      >
        <ArrowDown {...icon} />
      </IconButton>
    </>
  )
}

const icon = { 'aria-hidden': true, strokeWidth: 1.25, className: 'size-5' } as const
