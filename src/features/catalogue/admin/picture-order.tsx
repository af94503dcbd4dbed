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
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { Upload } from './open-form.ts'
import { PictureEntry } from './picture-entry.tsx'
import { movePicture } from './pictures.ts'
import type { DraftPicture } from './product-draft.ts'

type PictureOrderProps = { pictures: DraftPicture[]; uploads: Record<string, Upload> }

/** The pictures in order. Dragging, the keyboard and the arrow buttons change the order. */
export function PictureOrder({ pictures, uploads }: PictureOrderProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (key: UniqueIdentifier) => pictures.findIndex((picture) => picture.key === key)

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) movePicture(String(active.id), placeOf(over.id))
  }

  if (pictures.length === 0) return null
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: inWords(placeOf, pictures.length), screenReaderInstructions: { draggable } }}
    >
      <SortableContext items={pictures.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol aria-label="Pictures in their order" className="mt-3">
          {pictures.map((picture, index) => (
            <PictureEntry
              key={picture.key}
              picture={picture}
              place={index}
              count={pictures.length}
              upload={uploads[picture.key]}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

const draggable =
  'Press space or enter to lift the picture, the arrow keys to move it, and space or enter to put it down. Escape leaves it where it was.'

function inWords(placeOf: (key: UniqueIdentifier) => number, count: number): Announcements {
  const place = (key: UniqueIdentifier) => `place ${placeOf(key) + 1} of ${count}`
  return {
    onDragStart: ({ active }) => `Lifted from ${place(active.id)}.`,
    // The first position reported is the picture's own.
    onDragOver: ({ active, over }) => (over && over.id !== active.id ? `Over ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `Put down at ${place(over.id)}.` : 'Put down where it was.'),
    onDragCancel: () => 'Left where it was.',
  }
}
