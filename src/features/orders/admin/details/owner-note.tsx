import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { DraftOffer } from '#admin/draft-offer.tsx'
import { useDraft } from '#admin/use-draft.ts'
import { call, toRequestError } from '#platform/client/functions.ts'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'

type OwnerNoteProps = {
  orderNumber: string
  /** Null: there is none. */
  note: string | null
  onSaved: () => Promise<unknown>
}

/** The owner's own note on an order, with its field. */
export function OwnerNote({ orderNumber, note, onSaved }: OwnerNoteProps) {
  const initial = { note: note ?? '' }
  const { register, watch, reset, setError, handleSubmit, formState } = useForm({
    defaultValues: initial,
    values: initial,
    resetOptions: { keepDirtyValues: true },
  })
  const typed = watch()
  const draft = useDraft({
    form: 'owner-note',
    rowId: orderNumber,
    version: initial.note,
    value: typed,
    initial,
    onContinue: (stored) => reset(stored, { keepDefaultValues: true }),
  })
  const saving = useMutation({
    mutationFn: (wanted: string) => call('owner-note', { order_number: orderNumber, note: wanted, seen: note }),
  })
  const isChanged = typed.note.trim() !== initial.note

  const save = handleSubmit(async (values) => {
    if (saving.isPending) return
    try {
      const saved = await saving.mutateAsync(values.note)
      draft.clear()
      await onSaved()
      reset({ note: saved.note ?? '' })
      await toast({ title: 'Note saved', tone: 'success', about: `note-${orderNumber}` })
    } catch (error) {
      const { message, code } = toRequestError(error)
      // The note of the other administrator; the typed text stays in the field, and a second press replaces it.
      const theirs = code === 'conflict' ? noteIn(toRequestError(error).details) : null
      await onSaved()
      setError('note', { message: theirs ? `${message} It now says: “${theirs}”. Save again to replace it.` : message })
    }
  })

  return (
    <form noValidate onSubmit={save} className="grid gap-y-1">
      <DraftOffer draft={draft} />
      <FieldFrame
        label="For me"
        hint="Only administrators see this. It is never printed or sent."
        error={formState.errors.note?.message}
      >
        {(bound) => (
          <textarea
            {...bound}
            {...register('note')}
            rows={1}
            maxLength={5_000}
            className={`field-sizing-content mt-1 resize-y ${inputLook}`}
          />
        )}
      </FieldFrame>
      {isChanged && (
        <TextButton type="submit" aria-disabled={saving.isPending} className="justify-self-start">
          {saving.isPending ? 'Saving…' : 'Save note'}
        </TextButton>
      )}
    </form>
  )
}

function noteIn(details: unknown): string | null {
  const note = (details as { note?: unknown } | null)?.note
  return typeof note === 'string' ? note : null
}
