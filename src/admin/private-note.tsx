import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { toRequestError } from '#platform/client/functions.ts'
import { FieldFrame, inputLook } from '#ui/field.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { toast } from '#ui/toast.ts'
import { DraftOffer } from './draft-offer.tsx'
import { useDraft } from './use-draft.ts'

type PrivateNoteProps = {
  /** The form and the row of the draft. */
  form: string
  rowId: string
  label: string
  hint?: string
  /** Null: there is none. */
  note: string | null
  /** Saves a note in place of `seen`. Throws a `RequestError`, of code `conflict` with `details.note` for another one. */
  save: (note: string, seen: string | null) => Promise<{ note: string | null }>
  /** Reads the note again. */
  onSaved: () => Promise<unknown>
}

/** A note for the owner alone, in its field. */
export function PrivateNote(props: PrivateNoteProps) {
  const {
    form,
    rowId,
    label,
    hint = 'Only administrators see this. It is never printed or sent.',
    note,
    onSaved,
  } = props
  const initial = { note: note ?? '' }
  const { register, watch, reset, setError, handleSubmit, formState } = useForm({
    defaultValues: initial,
    values: initial,
    resetOptions: { keepDirtyValues: true },
  })
  const typed = watch()
  const draft = useDraft({
    form,
    rowId,
    version: initial.note,
    value: typed,
    initial,
    onContinue: (stored) => reset(stored, { keepDefaultValues: true }),
  })
  const saving = useMutation({ mutationFn: (wanted: string) => props.save(wanted, note) })
  const isChanged = typed.note.trim() !== initial.note

  const save = handleSubmit(async (values) => {
    if (saving.isPending) return
    try {
      const saved = await saving.mutateAsync(values.note)
      draft.clear()
      await onSaved()
      reset({ note: saved.note ?? '' })
      await toast({ title: 'Note saved', tone: 'success', about: `note-${rowId}` })
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
      <FieldFrame label={label} hint={hint} error={formState.errors.note?.message}>
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
