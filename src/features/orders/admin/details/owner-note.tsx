import { PrivateNote } from '#admin/private-note.tsx'
import { call } from '#platform/client/functions.ts'

type OwnerNoteProps = {
  orderNumber: string
  /** Null: there is none. */
  note: string | null
  onSaved: () => Promise<unknown>
}

/** The owner's own note on an order, with its field. */
export function OwnerNote({ orderNumber, note, onSaved }: OwnerNoteProps) {
  return (
    <PrivateNote
      form="owner-note"
      rowId={orderNumber}
      label="For me"
      note={note}
      save={(text, seen) => call('owner-note', { order_number: orderNumber, note: text, seen })}
      onSaved={onSaved}
    />
  )
}
